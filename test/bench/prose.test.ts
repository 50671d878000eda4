import { expect, it } from "vitest";

import { measures } from "../../bench/measures/measures.ts";
import { findingsOf } from "../docs/prose/lint.ts";

const texts = measures.flatMap(({ title, note }) => [title, note]);

it("the texts of the report are plain English, including those that its last run did not show", async () => {
  const findings = await Promise.all(texts.map((text) => findingsOf({ place: "bench", text })));
  expect(findings.flat()).toEqual([]);
});
