"""Runs a program once for each line of standard input, as cron would once for each tick."""
import sys

with open(sys.argv[1]) as file:
    program = compile(file.read(), sys.argv[1], "exec")
for _ in sys.stdin:
    exec(program, {"__name__": "__main__"})
    print("done", flush=True)
