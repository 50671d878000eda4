import { once } from "node:events";
import { createServer } from "node:http";

import { expect, it, onTestFinished } from "vitest";

import { AsciiResponse } from "../../src/http/ascii-response.ts";

const bodies = {
  "a short ASCII text": "plain",
  "a long ASCII text": "plain".repeat(20_000),
  "a long text with Latin-1 letters": "Zoë ".repeat(20_000),
  "a long text with other letters": "Łódź 東京 😀".repeat(20_000),
  "a single letter beyond ASCII": `${"a".repeat(40_000)}é`,
  "no text": "",
};

it.each(Object.entries(bodies))("sends %s as UTF-8", async (_name, body) => {
  const server = createServer({ ServerResponse: AsciiResponse }, (_incoming, outgoing) => {
    outgoing.end(body);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : null;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.equals(Buffer.from(body))).toBe(true);
  expect(answer.headers.get("content-length")).toBe(String(bytes.length));
});
