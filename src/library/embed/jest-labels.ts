import { numberedLabels, testLabel } from "../../domain/model/test-label.ts";

/** A test or a `describe` of jest-circus; the one without a parent is the file. */
export interface JestEntry {
  readonly name: string;
  readonly type: "describeBlock" | "test";
  readonly parent?: JestEntry;
  /** Set only for a `describe`. */
  readonly children?: readonly JestEntry[];
}

/** The label of each test in the file of `test`: `classname > name`, as jest-junit writes them by default. */
export function jestLabels(test: JestEntry): ReadonlyMap<JestEntry, string> {
  const tests = testsIn(fileOf(test), []);
  const labels = numberedLabels(tests.map(({ title }) => testLabel(title, title)));
  return new Map(tests.map(({ entry }, at) => [entry, labels[at] ?? ""]));
}

function fileOf(entry: JestEntry): JestEntry {
  return entry.parent === undefined ? entry : fileOf(entry.parent);
}

function testsIn(
  block: JestEntry,
  titles: readonly string[],
): readonly { readonly entry: JestEntry; readonly title: string }[] {
  return (block.children ?? []).flatMap((entry) =>
    entry.type === "describeBlock"
      ? testsIn(entry, [...titles, entry.name])
      : [{ entry, title: titleOf(titles, entry.name) }],
  );
}

/**
 * The default template of both attributes in jest-junit. A test outside any `describe` gets a leading space.
 * `replace` interprets `$` in titles, as in jest-junit.
 */
function titleOf(titles: readonly string[], title: string): string {
  return "{classname} {title}".replace("{classname}", titles.join(" ")).replace("{title}", title);
}
