"""A real model, measured: llama.cpp on the CPU, through every wire format that it speaks."""
