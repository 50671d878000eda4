/** Labels of workspaces made for tests, built from the `classname` and `name` in a JUnit file. */

const lengthMax = 1_000;

/** The test's name in a JUnit file, on one line and cut to the length of a label. */
export function testLabel(classname: string, name: string): string {
  return cleanLabel(`${classname} > ${name}`);
}

/** A text as a label: on one line, without control characters, and cut to the length of a label. */
export function cleanLabel(given: string): string {
  const text = given
    // oxlint-disable-next-line no-control-regex -- the colours of terminals begin with one
    .replaceAll(/\u001b\[[\d;]*[A-Za-z]/g, "")
    .replaceAll(/\r\n|[\t\n\r]/g, " ")
    .replaceAll(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\uFFFD]/gu, "");
  return cut(text, lengthMax);
}

/** The labels of the tests of one file, in order. A repeated label gets a number: ` #2`, ` #3`. */
export function numberedLabels(labels: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return labels.map((label) => {
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    const number = count === 1 ? "" : ` #${count}`;
    return cut(label, lengthMax - number.length) + number;
  });
}

/** The first `length` characters of `text`. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join("");
}
