import { isNpmStart, leaveNpmStart } from "./cli/npm-start.ts";
import { run } from "./cli/run.ts";

// Whoever read what is printed may have stopped, as `head` does: what is left of it is nobody's.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

if (isNpmStart(process.env)) leaveNpmStart();
process.exitCode = await run(process.argv.slice(2), process.env);
