/** Which entries of a recording are calls of a Lead API: one answer, for `check-har` and for `assess --har`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { trafficOf } from "../../../src/apps/cli/assess/traffic.ts";
import { preparedRecording } from "../../../src/harness/check-har/world/prepare.ts";
import type { Skipped } from "../../../src/harness/traffic/recording.ts";
import { readRecording } from "../../../src/harness/traffic/recording.ts";
import { readConfig } from "../../../src/server/settings/config.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";
import type { PlainEntry } from "../check-har/recorders.ts";
import { recorders } from "../check-har/recorders.ts";
import type { WrittenEntry } from "./written.ts";
import { archive, entry, lead } from "./written.ts";

const gateway = "https://gw.example.com";
const keyless = { requestHeaders: [] } as const;
const list = { answer: { data: [lead()], meta: { total: 1, count: 1, offset: 0, limit: 20 } } };
const unauthenticated = { ...keyless, status: 401, answer: { message: "Unauthenticated" } };

/** An entry, and what it is: its operation, or none. */
type Expected = readonly [operation: string | null, written: WrittenEntry];

/** What the pages about recordings say of the host gw.example.com. */
const disputed: readonly Expected[] = [
  ["get-leads", { url: `${gateway}/v1/leads`, ...list }],
  ["get-leads", { url: `${gateway}/v1/leads`, ...unauthenticated }],
  ["get-lead", { url: `${gateway}/partner/leads/abcd1234`, answer: { data: lead() } }],
  ["get-leads", { url: `${gateway}/v1/leads/`, status: 404, answer: { message: "Not found" } }],
  [null, { url: `${gateway}/health`, ...keyless }],
  [null, { url: `${gateway}/v1/leads`, ...keyless, method: "OPTIONS", status: 204 }],
  [null, { url: "https://crm.example.com/v1/leads", ...keyless, answer: { data: [{ id: "7" }] } }],
];

const email = [{ code: "NOT_UNIQUE", message: "Taken" }];

/** Odd recordings, each with its entries. */
const odd: Readonly<Record<string, readonly Expected[]>> = {
  "a host with a key at one entry": [
    ["get-leads", { url: `${gateway}/v1/leads`, ...unauthenticated }],
    ["get-lead", { url: `${gateway}/v1/leads/L1` }],
  ],
  "a host whose key the tool has hidden": [
    ["get-leads", { url: `${gateway}/v1/leads`, key: "" }],
    ["get-leads", { url: `${gateway}/v1/leads`, ...unauthenticated }],
  ],
  "a host without a key that shows a Lead": [
    ["get-lead", { url: `${gateway}/v1/leads/L1`, ...keyless, answer: { data: lead() } }],
    ["patch-Lead", { url: `${gateway}/v1/leads/L1`, ...keyless, method: "PATCH", body: {} }],
  ],
  "a host without a key that refuses fields": [
    [
      "post-leads",
      {
        url: `${gateway}/v1/leads`,
        method: "POST",
        body: { email: "a@b.c" },
        status: 409,
        answer: { message: "Failed to create the Lead", fields: { email } },
        ...keyless,
      },
    ],
    ["get-leads", { url: `${gateway}/v1/leads`, ...unauthenticated }],
  ],
  "a host that is never proven": [
    [null, { url: `${gateway}/v1/leads`, ...unauthenticated }],
    [null, { url: `${gateway}/v1/leads/7`, ...keyless, answer: { data: { id: "7" } } }],
    [null, { url: `${gateway}/leads`, ...keyless, answer: { fields: { a: [{ code: "BAD" }] } } }],
  ],
  "a host whose only key goes to another path": [
    [null, { url: `${gateway}/v2/offers` }],
    [null, { url: `${gateway}/v1/leads`, ...unauthenticated }],
  ],
  "two hosts, of which one is proven": [
    ["get-leads", { url: `${gateway}/v1/leads` }],
    [null, { url: "https://gw.example.com:8443/v1/leads", ...unauthenticated }],
  ],
  "paths without a version": [
    ["get-leads-for-firm", { url: `${gateway}/firms/F1/leads` }],
    ["get-firmMembers-for-firm", { url: `${gateway}/api/firms/F1/firmMembers` }],
  ],
  "paths of another version": [["get-lead", { url: `${gateway}/v2/leads/L1`, status: 404 }]],
  "base paths": [
    ["get-leads", { url: `${gateway}/eu/lead-api/v1/leads` }],
    ["get-lead", { url: `${gateway}/eu/lead-api/v1/leads/L1`, ...unauthenticated }],
  ],
  slashes: [
    ["get-lead", { url: `${gateway}/v1/leads/L1/` }],
    [null, { url: `${gateway}/v1/leads//` }],
    [null, { url: `${gateway}/` }],
  ],
  "methods that a path does not offer": [
    ["PUT /leads/{leadId}", { url: `${gateway}/v1/leads/L1`, method: "PUT", status: 405 }],
    ["get-lead", { url: `${gateway}/v1/leads/L1`, method: "HEAD" }],
  ],
};

interface Reading {
  /** For each file, the operation of each counted entry by its number. */
  readonly counted: readonly (readonly (readonly [number, string])[])[];
  readonly skipped: Skipped;
}

function written(texts: readonly string[]): readonly string[] {
  const folder = temporaryFolder();
  return texts.map((text, at) => {
    const file = join(folder, `${at}.har`);
    writeFileSync(file, text);
    return file;
  });
}

/** The reading of `check-har`; that of `assess --har` must be the same. */
async function readBoth(texts: readonly string[]): Promise<Reading> {
  const files = written(texts);
  const { calls, skipped } = await readRecording(files);
  const byHar = preparedRecording(calls, null).entries;
  const counted = files.map((_file, at) =>
    byHar
      .filter(({ file }) => file === at + 1)
      .map(({ number, operation }) => [number, operation] as const)
      .toSorted(([one], [other]) => one - other),
  );
  const { runs } = await trafficOf({ har: files }, readConfig({}), {});
  const byAssess = runs.map(({ number, calls: own }) => [
    number,
    own.map(({ operation }) => operation),
  ]);
  expect(byAssess).toEqual(
    counted.flatMap((own, at) =>
      own.length === 0 ? [] : [[at + 1, own.map(([, operation]) => operation)]],
    ),
  );
  return { counted, skipped };
}

function later(place: number, given: WrittenEntry): object {
  return entry({ at: new Date(Date.UTC(2027, 2, 1, 9, 0, place)).toISOString(), ...given });
}

const operationsOf = (all: readonly Expected[]): readonly (readonly [number, string])[] =>
  all.flatMap(([operation], at) => (operation === null ? [] : [[at + 1, operation] as const]));

describe("a recording of", () => {
  it.each(recorders.map((recorder) => [recorder.name, recorder] as const))(
    "%s has four calls of the disputed host",
    async (_name, { entry: write, log, more = [] }) => {
      const plain: PlainEntry[] = JSON.parse(
        JSON.stringify(disputed.map(([, given], at) => later(at, given))),
      );
      const entries = [...plain.map(write), ...more];
      const { log: whole } = JSON.parse(archive(entries));
      const { counted, skipped } = await readBoth([JSON.stringify({ log: { ...log, ...whole } })]);
      expect(counted).toEqual([operationsOf(disputed)]);
      expect(skipped.otherPaths).toBe(2);
      expect(skipped.otherHosts + skipped.unreadable + skipped.untimed).toBe(entries.length - 6);
    },
  );

  it.each(Object.entries(odd).filter(([, all]) => operationsOf(all).length > 0))(
    "%s has the calls that stand beside its entries",
    async (_name, all) => {
      const { counted } = await readBoth([archive(all.map(([, given], at) => later(at, given)))]);
      expect(counted).toEqual([operationsOf(all)]);
    },
  );

  it.each(Object.entries(odd).filter(([, all]) => operationsOf(all).length === 0))(
    "%s has none",
    async (_name, all) => {
      const files = written([archive(all.map(([, given], at) => later(at, given)))]);
      expect((await readRecording(files)).calls).toEqual([]);
      await expect(trafficOf({ har: files }, readConfig({}), {})).rejects.toThrow(
        `The recording has ${all.length} entries, none of them to a Lead API.`,
      );
    },
  );
});

describe("an entry that stands in two files", () => {
  const create = (more: WrittenEntry = {}): object =>
    later(1, { method: "POST", url: `${gateway}/v1/leads`, body: { email: "a@b.c" }, ...more });

  it.each([
    ["other headers", { responseHeaders: [] }],
    ["another duration", { time: 900 }],
    ["no answer", { status: 0, content: {} }],
  ])("counts once, also with %s in the second", async (_name, more) => {
    const { counted, skipped } = await readBoth([archive([create()]), archive([create(more)])]);
    expect(counted).toEqual([[[1, "post-leads"]], []]);
    expect(skipped.repeated).toBe(1);
  });

  it.each([
    ["another moment", { at: "2027-03-01T09:00:02.000Z" }],
    ["another method", { method: "PUT" }],
    ["another address", { url: `${gateway}/v1/leads?x=1` }],
    ["another body", { body: { email: "b@b.c" } }],
    [
      "another id of a sandbox, whose clock may stand still",
      { responseHeaders: [{ name: "x-sandbox-request-id", value: "req_2" }] },
    ],
  ])("is another one with %s", async (_name, more) => {
    const { counted } = await readBoth([archive([create()]), archive([create(more)])]);
    expect(counted.map((one) => one.length)).toEqual([1, 1]);
  });

  it("counts twice in one file, where a client repeated a request at once", async () => {
    const { counted } = await readBoth([archive([create(), create()])]);
    expect(counted.map((one) => one.length)).toEqual([2]);
  });
});
