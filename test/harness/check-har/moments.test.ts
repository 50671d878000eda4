/** Calls whose order or time the recording does not tell for certain. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { readRecording } from "../../../src/harness/traffic/recording.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";
import { isLong } from "../../long/size.ts";
import { archive, entry, lead } from "../traffic/written.ts";
import { checked } from "./checked.ts";

const base = "https://api.partner.example.com/v1";
const leads = `${base}/firms/F1rmF1rm/leads`;
const nine = Date.parse("2027-03-01T09:00:00.000Z");
type Written = NonNullable<Parameters<typeof entry>[0]>;
const page = (...records: readonly object[]) => ({
  data: records,
  meta: { total: records.length, count: records.length, offset: 0, limit: 20 },
});
const moment = (seconds: number): string => new Date(nine + seconds * 1_000).toISOString();
const later = (seconds: number, written: Written): object =>
  entry({ at: moment(seconds), ...written });

const notFound = { status: 404, answer: { message: "Not found" } };
const body = {
  email: "carla.cole@realmail.net",
  firstName: "Carla",
  lastName: "Cole",
  phone: { number: "6135559876" },
};
const made = lead({ ...body, id: "Cc3dE6gH", createdAt: moment(10), updatedAt: moment(10) });
const url = `${base}/leads/Cc3dE6gH`;
const renamed = { ...made, firstName: "Carlotta", updatedAt: moment(20) };
const create: Written = {
  method: "POST",
  url: leads,
  body,
  status: 201,
  answer: { data: made },
};
const rename: Written = {
  method: "PATCH",
  url,
  body: { firstName: "Carlotta" },
  answer: { data: renamed },
};
const remove: Written = { method: "DELETE", url, status: 204 };

const fields = ["resourceId", "resourceType", "email"];
const conflict = {
  message: "Conflict",
  fields: Object.fromEntries(fields.map((name) => [name, [{ code: "NOT_UNIQUE", message: "" }]])),
};

const inOneMoment: readonly (readonly [string, readonly Written[], number])[] = [
  ["a create and a read", [create, { url, answer: { data: made } }], 10],
  ["a create and a list", [create, { url: leads, answer: page(made, lead()) }], 10],
  ["a list and a create", [{ url: leads, answer: page(lead()) }, create], 10],
  ["a create and another", [create, { ...create, status: 409, answer: conflict }], 10],
  ["a create and a change", [create, { ...rename, answer: { data: renamed } }], 10],
  ["a read and a change", [{ url, answer: { data: made } }, rename], 20],
  ["a change and a read", [rename, { url, answer: { data: renamed } }], 20],
  ["a read and a deletion", [{ url, answer: { data: made } }, remove], 20],
  ["a list and a deletion", [{ url: leads, answer: page(made, lead()) }, remove], 20],
  ["a deletion and a read", [remove, { url, ...notFound }], 20],
  ["two deletions", [remove, { ...remove, ...notFound }], 20],
];
const first = later(0, { url: leads, answer: page(lead()) });

describe("check-har of calls of one moment", () => {
  it.each(inOneMoment)("explains %s, in either order", async (_name, calls, at) => {
    const earlier = [first, ...(at > 10 ? [later(10, create)] : [])];
    for (const time of isLong ? [0, 20] : [at]) {
      const same = calls.map((one) => later(at, { ...one, time }));
      for (const order of isLong ? [same, same.toReversed()] : [same.toReversed()]) {
        // oxlint-disable-next-line no-await-in-loop -- one replay after the other
        const { report } = await checked([archive([...earlier, ...order])]);
        expect(report.unexplained).toEqual([]);
      }
    }
  });

  it("explains a read that began before a create and ended after it", async () => {
    const read = later(9.9, { url, answer: { data: made }, time: 300 });
    const { report } = await checked([archive([first, read, later(10, create)])]);
    expect(report.unexplained).toEqual([]);
  });

  it.each([
    ["a read that ended before the create of its Lead", "Browser", 9],
    ["a wrong order in the sandbox's own export, which is in order", "lead-sandbox", 10],
  ])("does not explain %s", async (_name, creator, at) => {
    const read = later(at, { url, answer: { data: made } });
    const { report } = await checked([archive([first, read, later(10, create)], creator)]);
    expect(report.unexplained).toHaveLength(1);
  });
});

const day: readonly (readonly [number, Written])[] = [
  [0, { url: leads, answer: page(lead()) }],
  [10, create],
  [12, { url, answer: { data: made } }],
  [20, rename],
  [25, { url: leads, answer: page(renamed, lead()) }],
  [30, { url, answer: { data: renamed } }],
  [40, remove],
  [50, { url, ...notFound }],
  [60, { url: leads, answer: page(lead()) }],
];

/** The day where the call at one place has a time that is `by` seconds off. */
function dayWith(wrongAt: number, by: number, isDated: boolean): string {
  return archive(
    day.map(([seconds, written], place) => {
      const date = { name: "date", value: new Date(nine + seconds * 1_000).toUTCString() };
      const at = seconds + (place === wrongAt ? by : 0);
      return later(at, { ...written, ...(isDated ? { responseHeaders: [date] } : {}) });
    }),
  );
}

describe("check-har of a call with a wrong time", () => {
  const places = day.map((_call, place) => place);
  const wrong = places.flatMap((place) => [-3_600, 3_600].map((by) => [place, by] as const));

  it.each(wrong)("corrects call %d, %d s off, by its header Date", async (place, by) => {
    const { calls, skipped } = await readText(dayWith(place, by, true));
    expect(calls.map(({ number }) => number)).toEqual(places.map((one) => one + 1));
    expect(calls.map(({ sentAtMs }) => Math.round(sentAtMs / 1_000) - nine / 1_000)).toEqual(
      day.map(([seconds]) => seconds),
    );
    expect(skipped.misplaced).toBe(0);
  });

  it.each(wrong)("leaves call %d, %d s off, out without one", async (place, by) => {
    const { calls, skipped } = await readText(dayWith(place, by, false));
    // The first may be early, and the last late. A create has the time of the service.
    const isPossible = (by < 0 && place === 0) || (by > 0 && place === 8);
    // Of the first two, and of the last two, either may be wrong.
    const other = by < 0 && place === 1 ? 0 : by > 0 && place === 7 ? 8 : null;
    const wanted = places.filter(
      (one) => one !== other && (one !== place || isPossible || one === 1),
    );
    expect(calls.map(({ number }) => number)).toEqual(wanted.map((one) => one + 1));
    expect(skipped.misplaced).toBe(day.length - wanted.length);
  });

  it.each(isLong ? wrong : ([[2, -3_600]] as const))(
    "explains the day where call %d is %d s off",
    async (place, by) => {
      for (const isDated of [true, false]) {
        // oxlint-disable-next-line no-await-in-loop -- one replay after the other
        const { report, text } = await checked([dayWith(place, by, isDated)]);
        expect(report.unexplained).toEqual([]);
        expect(text.includes("with a time that contradicts")).toBe(
          report.skipped["misplaced"] !== 0,
        );
      }
    },
  );

  it.each([
    ["newest first", places.toReversed()],
    ["without any order", [4, 0, 7, 2, 8, 5, 1, 6, 3]],
  ])("leaves nothing out of a file that is written %s", async (_name, order) => {
    const entries = order.map((place) => later(place * 600, day[place]?.[1] ?? {}));
    const { skipped } = await readText(archive(entries));
    expect(skipped.misplaced).toBe(0);
  });
});

function readText(text: string) {
  const file = join(temporaryFolder(), "day.har");
  writeFileSync(file, text);
  return readRecording([file]);
}
