import type { TestOutcome } from "./model.ts";

/**
 * The outcome of the test that a label names, or null where no test or more than one has that name. A label says
 * `classname > name` as JUnit does, or is a node id of pytest. Runners differ in what they put between the parts, so that
 * letters and digits alone count where no name is the same; what comes before the name of the test may be left out.
 */
export function outcomeOf(
  tests: ReadonlyMap<string, TestOutcome>,
  label: string,
): TestOutcome | null {
  const exact = tests.get(label);
  if (exact !== undefined) return exact;
  const wanted = wordsOf(label);
  if (wanted === "") return null;
  const named = [...tests].map(([name, outcome]) => ({ words: wordsOf(name), outcome }));
  const same = named.filter(({ words }) => words === wanted);
  const found = same.length > 0 ? same : named.filter(({ words }) => words.endsWith(` ${wanted}`));
  return found.length === 1 ? (found[0]?.outcome ?? null) : null;
}

function wordsOf(text: string): string {
  return text
    .replace(/\.py::/, "::")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
