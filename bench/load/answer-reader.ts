/** Parses the answers on one keep-alive connection: only the status and the end of each. */
export interface AnswerReader {
  /** Parses a chunk. Returns the status when the answer is complete, otherwise null. One request may be in flight. */
  readonly take: (chunk: Buffer) => number | null;
}

const endOfHead = "\r\n\r\n";
const lastChunk = "\r\n0\r\n\r\n";

/** Creates a reader for a new connection. It throws on anything except an HTTP/1.1 response. */
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
            // A chunked answer ends with an empty chunk, which may arrive in pieces.
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

/** The length of the body in bytes; null for a chunked body. */
function lengthOf(head: string, status: number): number | null {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  if (status === 204 || status === 304) return 0;
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return null;
  throw new Error(`Response without a length: ${head}`);
}
