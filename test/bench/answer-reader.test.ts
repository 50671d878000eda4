import { describe, expect, it } from "vitest";

import { newAnswerReader } from "../../bench/load/answer-reader.ts";
import { bytesOf } from "../../bench/sent.ts";

const sized = "HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello";
const chunked =
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n\r\n0\r\n1\r\n0\r\n\r\n";
const empty = "HTTP/1.1 204 No Content\r\n\r\n";

describe("the answer reader of the load", () => {
  it.each([
    ["with a length", sized, 201],
    ["in chunks, one of which looks like the last chunk", chunked, 200],
    ["without a body", empty, 204],
  ])("completes an answer %s at its last byte, however the input is split", (_, text, status) => {
    const reader = newAnswerReader();
    expect(reader.take(Buffer.from(text))).toBe(status);
    for (let cut = 1; cut < text.length; cut += 1) {
      expect(reader.take(Buffer.from(text.slice(0, cut)))).toBeNull();
      expect(reader.take(Buffer.from(text.slice(cut)))).toBe(status);
    }
    const bytes = Array.from(text, (byte) => reader.take(Buffer.from(byte)));
    expect(bytes).toEqual([...Array.from({ length: text.length - 1 }, () => null), status]);
  });

  it("rejects an answer without a length", () => {
    expect(() => newAnswerReader().take(Buffer.from("HTTP/1.1 200 OK\r\n\r\n"))).toThrow(
      "Response without a length",
    );
  });
});

describe("a request of the load", () => {
  it("has its number in path and body, and the same length for every number", () => {
    const make = bytesOf({ method: "POST", path: "/a/{n}", body: '{"n":"{n}"}' }, 4610);
    expect(make(42).toString()).toBe(
      "POST /a/00000042 HTTP/1.1\r\nhost: 127.0.0.1:4610\r\ncontent-type: application/json\r\n" +
        'content-length: 16\r\n\r\n{"n":"00000042"}',
    );
    expect(make(1).length).toBe(make(99_999_999).length);
  });
});
