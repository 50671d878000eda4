/** A file that cannot be written now; the message names it and what to do. Nothing of what was to be written is there. */
export class UnwritableError extends Error {}

/** Tells an error of the disk as one of `file`; others are what they were. */
export function explainedFor(file: string): (error: unknown) => unknown {
  const advice = "Nothing of this was kept: make room or give the right to write, and try again.";
  return (error) =>
    isOfTheDisk(error)
      ? new UnwritableError(
          `The workspace file ${file} cannot be written: ${error.message}. ${advice}`,
          { cause: error },
        )
      : error;
}

/** Whether it is the disk that refused something: it is full, say, or must not be written. */
export function isOfTheDisk(error: unknown): error is Error {
  if (!(error instanceof Error && "code" in error)) return false;
  return refusalsOfDisks.test(String(error.code));
}

const refusalsOfDisks =
  /^(?:SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)\w*|ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO)$/;
