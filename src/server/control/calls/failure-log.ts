import { writeFailure } from "../../../world/workspace/storage/storage.ts";

/** Minimum time before the same line is logged again, in milliseconds. */
const againMs = 60_000;

/**
 * Logs internal errors with their stack to standard error. A disk error takes one line, at most once a minute,
 * because a full disk causes many.
 */
export function newFaultLog(): (error: Error) => void {
  let last = { line: "", at: 0 };
  return (error) => {
    const why = writeFailure(error);
    if (why === null) {
      process.stderr.write(`${error.stack ?? error.message}\n`);
      return;
    }
    const line = `lead-sandbox: ${why}\n`;
    const at = performance.now();
    if (line === last.line && at - last.at < againMs) return;
    last = { line, at };
    process.stderr.write(line);
  };
}
