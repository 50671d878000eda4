import { expect, it } from "vitest";

import { serve } from "../../src/http/serve.ts";

const bodies = {
  "a short ASCII text": "plain",
  "a long ASCII text": "plain".repeat(20_000),
  "a long text with Latin-1 letters": "Zoë ".repeat(20_000),
  "a long text with other letters": "Łódź 東京 😀".repeat(20_000),
  "a single letter beyond ASCII": `${"a".repeat(40_000)}é`,
  "no text": "",
};

it.each(Object.entries(bodies))("sends %s as UTF-8", async (_name, body) => {
  const listening = await serve(() => new Response(body), "127.0.0.1", [0]);
  try {
    const answer = await fetch(`http://127.0.0.1:${listening.ports[0]}/`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.equals(Buffer.from(body))).toBe(true);
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
  } finally {
    await listening.close();
  }
});
