import type { TestOutcome } from "./model.ts";

/**
 * The outcome of the test that a label names, or null. A label says `classname > name` as JUnit does; runners differ in what
 * they put between the parts, so that letters and digits alone count.
 */
export function outcomeOf(
  tests: ReadonlyMap<string, TestOutcome>,
  label: string,
): TestOutcome | null {
  const exact = tests.get(label);
  if (exact !== undefined) return exact;
  const wanted = lettersOf(label);
  const same = [...tests].filter(([name]) => lettersOf(name) === wanted);
  const [only] = same.length > 0 ? same : [...tests].filter(([name]) => endsWith(name, wanted));
  return only?.[1] ?? null;
}

/** A label may leave out what comes before the name of the test, such as its file. */
function endsWith(name: string, wanted: string): boolean {
  return wanted !== "" && lettersOf(name).endsWith(wanted);
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
