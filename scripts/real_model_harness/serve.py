"""Serves a file of weights with llama.cpp on a free local port, until the standard input ends.

Run by the Python of the cache, which has `xllamacpp` and not toolspec:
`python serve.py FILE MODEL THREADS`. The first line of the output is the address.
"""

from __future__ import annotations

import os
import signal
import sys

import xllamacpp  # type: ignore[import-not-found]


def serve(file: str, model: str, threads: int) -> None:
    """Serve until the other end closes the pipe, which it also does by ending."""
    # On Ctrl-C the other end still says when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What llama.cpp prints goes to the log, also what it prints to the standard output.
    address_to = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    params = xllamacpp.CommonParams()
    params.model.path = file
    params.model_alias = {model}
    params.use_jinja = True
    params.n_ctx = 8192
    # One slot: attempts follow each other and share the beginning of their prompts.
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(params)
    address_to.write(f"{server.listening_address}\n")
    address_to.close()
    sys.stdin.read()


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2], int(sys.argv[3]))
