import { expect, it } from "vitest";

import { goals } from "../../bench/goals.ts";
import { measures } from "../../bench/measures/measures.ts";
import { tried } from "../../bench/tried.ts";
import { findingsOf } from "../docs/prose/lint.ts";

const texts = [
  ...measures.flatMap(({ tables }) => tables.flatMap(({ title, note }) => [title, note])),
  ...goals.flatMap(({ what, goal }) => [what, goal]),
  ...Object.values(tried),
];

it("the texts of the report are plain English, including those that its last run did not show", async () => {
  const findings = await Promise.all(texts.map((text) => findingsOf({ place: "bench", text })));
  expect(findings.flat()).toEqual([]);
});
