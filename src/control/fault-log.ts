import { whyUnwritten } from "../workspace/storage.ts";

/** The same line is not written again for so long, in milliseconds. */
const againMs = 60_000;

/**
 * Logs internal errors to standard error, with their stack. Disk errors take one line, not repeated for every call: a
 * full disk causes many.
 */
export function newFaultLog(): (error: Error) => void {
  let last = { line: "", at: 0 };
  return (error) => {
    const why = whyUnwritten(error);
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
