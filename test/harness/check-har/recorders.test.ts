/** The same calls in the forms of several recorders. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, it } from "vitest";

import { recordedAnswer } from "../../../src/harness/check-har/read/features.ts";
import { readRecording } from "../../../src/harness/traffic/recording.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";
import { archive } from "../traffic/written.ts";
import { recordedHar } from "./recorded.ts";
import type { PlainEntry } from "./recorders.ts";
import { recorders } from "./recorders.ts";
import { week } from "./week.ts";

let plain: readonly PlainEntry[] = [];
beforeAll(async () => {
  const { log }: { log: { entries: PlainEntry[] } } = JSON.parse(await recordedHar({}, week));
  // Recorders that write no size do not say whether a PUT had a body.
  plain = log.entries.filter(({ request }) => request.method !== "PUT");
});

/** What a replay needs of each call, without its place; times in whole milliseconds. */
async function callsIn(entries: readonly unknown[], log: object = {}) {
  const { log: written } = JSON.parse(archive(entries));
  const file = join(temporaryFolder(), "a.har");
  writeFileSync(file, JSON.stringify({ log: { ...log, ...written } }));
  const { calls } = await readRecording([file]);
  return calls.map(({ number: _number, answeredAtMs: _ended, query, json, ...call }) => ({
    ...call,
    query: [...new URLSearchParams(query)],
    requestHeaders: ["content-type", "idempotency-key"].map(
      (name) => call.requestHeaders.get(name) ?? "",
    ),
    responseHeaders: recordedAnswer({ ...call, json }).rateLimitHeaders,
    answer: json,
  }));
}

describe("a recording of", () => {
  it.each(recorders.map((recorder) => [recorder.name, recorder] as const))(
    "%s has the calls of any other",
    async (_name, { entry, log, more = [] }) => {
      const wanted = await callsIn(plain);
      expect(wanted).toHaveLength(plain.length);
      expect(await callsIn([...more, ...plain.map(entry)], log)).toEqual(wanted);
    },
  );

  it("a tool that removes all headers has the types of bodies", async () => {
    const bare = plain.map((one) => ({ ...one, request: { ...one.request, headers: [] } }));
    const types = (await callsIn(bare)).map(({ body, requestHeaders: [type] }) => [
      body === "",
      type,
    ]);
    expect(new Set(types.map(String))).toEqual(new Set(["true,", "false,application/json"]));
  });
});
