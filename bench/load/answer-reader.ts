/** Parses the answers on one keep-alive connection: only the status and the end of each. */
export interface AnswerReader {
  /** Parses a chunk. Returns the status when the answer is complete, otherwise null. One request may be in flight. */
  readonly take: (chunk: Buffer) => number | null;
}

const endOfHead = "\r\n\r\n";
const lastChunk = Buffer.from("\r\n0\r\n\r\n");

/** Creates a reader for a new connection. It throws on anything except an HTTP/1.1 response. */
export function newAnswerReader(): AnswerReader {
  let held: Buffer | null = null;
  return {
    take(chunk) {
      const bytes: Buffer = held === null ? chunk : Buffer.concat([held, chunk]);
      const status = statusOf(bytes);
      held = status === null ? bytes : null;
      return status;
    },
  };
}

/** The status of a complete answer, otherwise null. */
function statusOf(bytes: Buffer): number | null {
  const end = bytes.indexOf(endOfHead);
  if (end < 0) return null;
  const head = bytes.toString("latin1", 0, end);
  const status = Number(head.slice(9, 12));
  const length = lengthOf(head, status);
  const isWhole =
    length === null
      ? bytes.length > end + lastChunk.length && bytes.subarray(-lastChunk.length).equals(lastChunk)
      : bytes.length >= end + endOfHead.length + length;
  return isWhole ? status : null;
}

/** The length of the body in bytes; null for a chunked body. */
function lengthOf(head: string, status: number): number | null {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  if (status === 204 || status === 304) return 0;
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return null;
  throw new Error(`Response without a length: ${head}`);
}
