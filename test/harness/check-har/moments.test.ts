/** Calls whose order or time the recording does not tell for certain. */
import { describe, expect, it } from "vitest";

import { isLong } from "../../long/size.ts";
import { archive, lead } from "../traffic/written.ts";
import { checked } from "./checked.ts";
import type { Written } from "./day.ts";
import {
  create,
  day,
  dayWith,
  later,
  leads,
  made,
  notFound,
  page,
  remove,
  rename,
  renamed,
  url,
} from "./day.ts";

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

describe("check-har of a call with a wrong time", () => {
  const places = day.map((_call, place) => place);
  const wrong = places.flatMap((place) => [-3_600, 3_600].map((by) => [place, by] as const));

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
});
