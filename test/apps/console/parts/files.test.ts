import { describe, expect, it } from "vitest";

import { openedFile } from "../../../../src/apps/console/reports/files.ts";
import { DocumentShape } from "../../../../src/harness/report/document.ts";
import { marks } from "../../../../src/harness/report/marks.ts";
import { adoptedBundleText, bundleText } from "../bundle.ts";

const verdict = { type: "verdict", mark: "high", title: "A Lead is lost", text: "" };
const shown = { title: "1 finding in `sync.mjs`", blocks: [verdict] };
const report = { format: "lead-sandbox-explore/1", document: shown };
const history = {
  format: "lead-sandbox-bundle/1",
  kind: "history",
  command: ["node", "poll.mjs"],
  options: { every: 300_000 },
  history: { leads: 3, events: [{ kind: "convert", tick: 1, gap: 0 }] },
  finding: { id: "h-1", kind: "stale", column: "state" },
};
/** The report with other blocks. */
const withBlocks = (...blocks: readonly unknown[]) => ({
  ...report,
  document: { ...shown, blocks },
});
const { sha256: _checksum, ...bundle } = JSON.parse(bundleText());

describe("a file of the reports view", () => {
  it("is a report or a bundle, by its format", () => {
    expect(openedFile("a.json", JSON.stringify(report))).toEqual({ name: "a.json", report });
    expect(openedFile("b.json", bundleText())).toEqual({ name: "b.json", bundle });
  });

  it("is a bundle of a run that adopted the client's key", () => {
    const { sha256: _sum, ...adopted } = JSON.parse(adoptedBundleText());
    expect(adopted.settings.adopt).toBe(true);
    expect(openedFile("a.json", adoptedBundleText())).toEqual({ name: "a.json", bundle: adopted });
  });

  it.each([
    [{ ...bundle, settings: { ...bundle.settings, adopt: false } }, "settings.adopt"],
    [{ ...bundle, calls: [null] }, "calls.0"],
    [{ ...bundle, calls: [{ ...bundle.calls[0], path: 5 }] }, "calls.0.path"],
    [{ ...bundle, startsAt: 1e300 }, "startsAt"],
    [{ ...bundle, settings: { ...bundle.settings, fixture: "../x.json" } }, "settings.fixture"],
    [{ ...bundle, more: 1 }, "more"],
  ])("is rejected where the command rejects it: %#", (content, place) => {
    expect(() => openedFile("one.json", JSON.stringify(content))).toThrow(`Wrong: ${place}`);
  });

  it.each(["explore", "simulate", "assess", "har"])("is a report of %s", (kind) => {
    const other = { ...report, format: `lead-sandbox-${kind}/1` };
    expect(openedFile("a.json", JSON.stringify(other))).toEqual({ name: "a.json", report: other });
  });

  it("is the bundle of a history", () => {
    expect(openedFile("h.json", JSON.stringify({ ...history, seed: 1 }))).toEqual({
      name: "h.json",
      history,
    });
  });

  it("skips blocks of a later version", () => {
    const later = withBlocks({ type: "chart", points: [1] }, verdict, { type: "constructor" });
    expect(openedFile("a.json", JSON.stringify(later))).toEqual({ name: "a.json", report });
  });

  it("says that an earlier version wrote a report without a document", () => {
    const earlier = { format: "lead-sandbox-explore/1", findings: [] };
    expect(() => openedFile("a.json", JSON.stringify(earlier))).toThrow("a.json has no document");
  });

  it.each([
    { ...report, document: null },
    { ...report, document: { title: {}, blocks: [] } },
    { ...report, document: { title: "" } },
    withBlocks(null),
    withBlocks({ ...verdict, mark: "constructor" }),
    withBlocks({ ...verdict, title: { type: "script", props: {} } }),
    withBlocks({ type: "heading", level: 1, text: "" }),
    withBlocks({ type: "table", columns: [""], rows: [[{}]] }),
    withBlocks({ type: "list", items: [null] }),
    withBlocks({ type: "calls", calls: [{ method: "GET", path: {}, status: 1, outcome: "" }] }),
    withBlocks({ type: "story", steps: [{ at: "", text: 5 }] }),
    { ...history, history: { leads: 1, events: [null] } },
    { ...history, finding: {} },
  ])("is rejected if the view could not show it: %#", (content) => {
    expect(() => openedFile("one.json", JSON.stringify(content))).toThrow("one.json is incomplete");
  });

  it.each([
    ["", "one.json is not a JSON object; it may be cut short."],
    ['{"format":"lead-sandbox-ex', "one.json is not a JSON object; it may be cut short."],
    ["[1]", "one.json has no format. Expected a report"],
    ["null", "one.json is not a JSON object"],
    ["{}", "one.json has no format. Expected a report"],
    ['{"format":"lead-sandbox-bundle/2"}', 'one.json has "lead-sandbox-bundle/2". Expected'],
    [
      '{"format":"lead-sandbox-bundle/1"}',
      'one.json is incomplete: it has the format "lead-sandbox-bundle/1"',
    ],
  ])("rejects %j, which is neither", (text, message) => {
    expect(() => openedFile("one.json", text)).toThrow(message);
  });
});

const call = { method: "GET", path: "/v1/leads", status: 200, outcome: "" };
/** One block of each type, of each level and mark. */
const whole: readonly Readonly<Record<string, unknown>>[] = [
  ...[2, 3].map((level) => ({ type: "heading", level, text: "" })),
  { type: "paragraph", text: "" },
  { type: "list", items: ["", ""] },
  { type: "table", columns: [""], rows: [[""]] },
  ...marks.map((mark) => ({ type: "verdict", mark, title: "", text: "" })),
  { type: "calls", calls: [call, { ...call, status: 0 }] },
  { type: "story", steps: [{ at: "", text: "" }] },
  { type: "code", language: "sh", text: "" },
  { type: "chart", points: [1] },
];

/** `value` with one of its parts, at any depth, missing or wrong. */
function* broken(value: unknown): Generator {
  yield* [null, {}, [{}], 1.5, -1, 4, "constructor"];
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const put = (other: unknown) =>
      Array.isArray(value)
        ? value.map((one: unknown, at) => (String(at) === name ? other : one))
        : { ...value, [name]: other };
    yield put(undefined);
    for (const other of broken(part)) yield put(other);
  }
}

/** As a reader gets a value that was written as JSON. */
const asWritten = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? "null");

function isDocument(document: unknown): boolean {
  return DocumentShape.safeParse(document).success;
}

/** Whether the view opens a report with `document`. */
function opens(document: unknown): boolean {
  try {
    return "report" in openedFile("a.json", JSON.stringify({ ...report, document }));
  } catch {
    return false;
  }
}

describe("the console and the command agree on documents", () => {
  it.each(whole)("of a whole block: %j", (block) => {
    const document = { title: "", blocks: [block] };
    expect([isDocument(document), opens(document)]).toEqual([true, true]);
  });

  it.each(whole)("of every broken form of %j", (block) => {
    const documents = Array.from(broken({ title: "", blocks: [block] }), asWritten);
    expect(documents.filter((one) => isDocument(one) !== opens(one))).toEqual([]);
    expect(documents.filter((one) => !isDocument(one)).length).toBeGreaterThan(20);
  });
});
