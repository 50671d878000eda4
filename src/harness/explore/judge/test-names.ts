import type { TestOutcome } from "../../runs/run.ts";

type Outcomes = ReadonlyMap<string, TestOutcome>;

/**
 * The outcome of the test that a label names, or null if no test or several have that name. A label is
 * `classname > name` as in JUnit, or a node id of pytest. Runners use different separators, so without an equal
 * name only letters and digits are compared. The label may omit what precedes the test's name, and the parameters
 * in parentheses after it: Surefire adds the types of those that an extension injects.
 */
export function outcomeOf(tests: Outcomes, label: string): TestOutcome | null {
  const exact = tests.get(label);
  if (exact !== undefined) return exact;
  const wanted = wordsOf(label);
  if (wanted === "") return null;
  for (const shortened of [(whole: string) => whole, withoutParameters]) {
    const named = [...tests].map(([name, outcome]) => ({
      words: wordsOf(shortened(name)),
      outcome,
    }));
    const same = named.filter(({ words }) => words === wanted);
    const found =
      same.length > 0 ? same : named.filter(({ words }) => words.endsWith(` ${wanted}`));
    if (found.length > 0) return found.length === 1 ? (found[0]?.outcome ?? null) : null;
  }
  return null;
}

/** `row(String, Workspace)[1] #2` becomes `row[1] #2`. */
function withoutParameters(name: string): string {
  return name.replace(/\([^()]*\)(?=(?:\[\d+\])?(?: #\d+)?$)/, "");
}

/** The outcome of several tests that share one label; null if they differ. */
export function sharedOutcomeOf(tests: Outcomes, label: string): TestOutcome | null {
  const outcomes = [...tests]
    .filter(([name]) => name.replace(number, "") === label)
    .map(([, outcome]) => outcome);
  const [first = null] = outcomes;
  return outcomes.every((outcome) => outcome === first) ? first : null;
}

const number = / #\d+$/;

/** Normalizes a name. It keeps a number such as ` #2`, which distinguishes tests with the same name. */
function wordsOf(text: string): string {
  const words = text
    .replace(number, "")
    .replace(/\.py::/, "::")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return words + (number.exec(text)?.[0] ?? "");
}
