import { ServerResponse } from "node:http";

type Done = () => void;

/**
 * Writes an ASCII body as Latin-1, which has the same bytes. For a UTF-8 text of more than 5 KiB, Node allocates
 * three bytes a character and then copies the result.
 */
export class AsciiResponse extends ServerResponse {
  override end(body?: unknown, encoding?: BufferEncoding | Done, done?: Done): this {
    if (typeof encoding === "function") return super.end(body, encoding);
    const isAscii = typeof body === "string" && Buffer.byteLength(body) === body.length;
    return super.end(body, encoding ?? (isAscii ? "latin1" : "utf8"), done);
  }
}
