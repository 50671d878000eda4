/** Reads the answers of one kept connection out of its bytes: status and end of each, and nothing else. */
export interface AnswerReader {
  /** Takes what came; answers the status once an answer is whole, or null before. A connection has one request under way. */
  readonly take: (chunk: Buffer) => number | null;
}

const endOfHead = "\r\n\r\n";
const lastChunk = "\r\n0\r\n\r\n";

/** A reader for a new connection; throws for anything but an HTTP/1.1 response. */
export function newAnswerReader(): AnswerReader {
  let held: Buffer | null = null;
  let wanted = -1;
  let status = 0;
  const whole = (): number => {
    held = null;
    wanted = -1;
    return status;
  };
  return {
    take(chunk) {
      const bytes: Buffer = held === null ? chunk : Buffer.concat([held, chunk]);
      if (wanted >= 0 && bytes.length >= wanted) return whole();
      if (wanted < 0) {
        const end = bytes.indexOf(endOfHead);
        if (end >= 0) {
          const head = bytes.toString("latin1", 0, end);
          status = Number(head.slice(9, 12));
          const length = lengthOf(head, status);
          if (length === null) {
            // A chunked answer ends with its empty chunk; the end may be looked at again with what comes next.
            const isWhole =
              bytes.indexOf(lastChunk, end) >= 0 &&
              bytes.toString("latin1", bytes.length - 5) === "0\r\n\r\n";
            if (isWhole) return whole();
          } else {
            wanted = end + endOfHead.length + length;
            if (bytes.length >= wanted) return whole();
          }
        }
      }
      // Copied, as the socket reuses its buffer.
      held = held === null ? Buffer.from(chunk) : bytes;
      return null;
    },
  };
}

/** The bytes of the body, or null when it comes in chunks. */
function lengthOf(head: string, status: number): number | null {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  if (status === 204 || status === 304) return 0;
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return null;
  throw new Error(`Response without a length: ${head}`);
}
