import { whyUnwritten } from "../workspace/storage.ts";

/** The same line is not written again for so long, in milliseconds. */
const againMs = 60_000;

/**
 * Writes what went wrong in the sandbox itself to standard error: a fault with its stack, what the disk refused as one line,
 * which a full disk would otherwise repeat for every call.
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
