import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";

import { describe, expect, it } from "vitest";

import { entriesOf } from "../../src/domain/records/forms.ts";
import { leadFields } from "../../src/domain/records/lead.ts";
import { replyOf } from "../support/reply.ts";
import { newSandbox } from "../support/sandbox.ts";
import type { RequestContext, Values } from "./transcript.ts";
import { filled, readTranscript } from "./transcript.ts";

const transcripts = globSync("contracts/transcripts/*.http").map((file) => ({
  name: basename(file),
  text: readFileSync(file, "utf8"),
}));

/** Placeholders for values that vary. */
const open: Readonly<Record<string, RegExp>> = {
  "<id>": /^(?:req_)?[A-Za-z0-9]{8}$/,
  "<time>": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  "<text>": /\S/,
};

/** Fields of a Lead that came after its table; a transcript may be older. */
const laterFields = new Set(
  entriesOf(leadFields).flatMap(([name, { since }]) => (since === undefined ? [] : [name])),
);

/** The actual body with the placeholders of `expected` in place of matching values, so that both can be compared. */
function opened(actual: unknown, expected: unknown): unknown {
  if (expected === "<number>" && typeof actual === "number") return expected;
  if (typeof expected === "string" && typeof actual === "string") {
    return open[expected]?.test(actual) === true ? expected : actual;
  }
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.map((item: unknown, index) => opened(item, expected[index]));
  }
  if (typeof actual === "object" && actual !== null && typeof expected === "object") {
    const fields = expected ?? {};
    return Object.fromEntries(
      Object.entries(actual)
        .filter(([name]) => Object.hasOwn(fields, name) || !laterFields.has(name))
        .map(([name, value]) => [name, opened(value, Reflect.get(fields, name))]),
    );
  }
  return actual;
}

/** Sends a request of a transcript, as an editor does; returns status and body. */
async function sent(
  { method, url, headers, body, name }: RequestContext,
  fetch: (request: Request) => Promise<Response>,
  values: Values,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const request = new Request(filled(url, values), {
    method,
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [header, filled(value, values)]),
    ),
    body: body === null ? null : filled(body, values),
  });
  const { status, json } = await replyOf(await fetch(request));
  if (name !== null) values.answers.set(name, json);
  return { status, body: json };
}

// The transcripts name ids and keys of a fresh sandbox, so they do not run against TARGET_URL.
describe("the transcripts", () => {
  it("are at least four, with at least five requests each", () => {
    expect(transcripts.length).toBeGreaterThanOrEqual(4);
    const short = transcripts.filter(({ text }) => readTranscript(text).exchanges.length < 5);
    expect(short.map(({ name }) => name)).toEqual([]);
  });

  it("start with the same instructions", () => {
    const heads = transcripts.map(({ text }) => text.split("\n").slice(1, 6).join("\n"));
    expect(new Set(heads).size).toBe(1);
  });

  it.each(transcripts)("$name matches the answers of a fresh sandbox", async ({ text }) => {
    const sandbox = newSandbox();
    const { exchanges, variables } = readTranscript(text);
    const values = { variables, answers: new Map<string, unknown>() };
    for (const exchange of exchanges) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the transcript
      const { status, body } = await sent(exchange, sandbox.fetch, values);
      const { title, expected } = exchange;
      const message = "body" in expected ? { body: opened(body, expected.body) } : {};
      const comparable = { title, status, ...message };
      expect(comparable).toEqual({ title, ...expected });
    }
  });
});
