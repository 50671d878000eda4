import { closeSync, openSync } from "node:fs";

/** A file cannot be written at the moment; the message names it and the next step. The write was rolled back. */
export class UnwritableError extends Error {}

/** The same, because the process has reached its limit of open files. */
export class TooManyFilesError extends UnwritableError {}

/** Converts a disk error to one that names `file`; returns other errors unchanged. */
export function explainedFor(file: string): (error: unknown) => unknown {
  return (error) => {
    if (isOutOfFiles(error)) {
      return new TooManyFilesError(`The workspace file ${file} cannot be opened: ${outOfFiles}`, {
        cause: error,
      });
    }
    return isDiskError(error)
      ? new UnwritableError(
          `The workspace file ${file} cannot be written: ${error.message}. ${advice}`,
          { cause: error },
        )
      : error;
  };
}

const advice = "Nothing of this was kept: make room or give the right to write, and try again.";

/** The error when the process has reached its limit of open files. */
export const outOfFiles =
  "the process has too many open files. Nothing of this was kept: raise the limit (ulimit -n), or close connections, and try again.";

/** Whether an error comes from the disk, such as a full or read-only one. */
export function isDiskError(error: unknown): error is Error {
  return error instanceof Error && refusalsOfDisks.test(codeOf(error));
}

const refusalsOfDisks =
  /^(?:SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)\w*|ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO)$/;

/** Whether an error means that the process or the system has too many open files. */
export function isOutOfFiles(error: unknown): boolean {
  const code = codeOf(error);
  if (isOutOfFilesCode(code)) return true;
  return code.startsWith("SQLITE_CANTOPEN") && !canOpen();
}

/** SQLite does not report why it cannot open a file. */
function canOpen(): boolean {
  try {
    closeSync(openSync(process.execPath, "r"));
    return true;
  } catch (error) {
    return !isOutOfFilesCode(codeOf(error));
  }
}

function isOutOfFilesCode(code: string): boolean {
  return code === "EMFILE" || code === "ENFILE";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
