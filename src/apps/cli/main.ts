import { isNpmStart, leaveNpmStart } from "./npm-start.ts";
import { run } from "./run.ts";

// The reader of a pipe may have closed it, as `head` does. The rest of the output is dropped.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

if (isNpmStart(process.env)) leaveNpmStart();
process.exitCode = await run(process.argv.slice(2), process.env);
// What is left, such as the connection to a silent collector of traces, does not hold up the end; output does.
process.stdout.write("", () => process.stderr.write("", () => process.exit()));
