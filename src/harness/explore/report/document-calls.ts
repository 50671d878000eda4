/** Calls, rules and records in full, which a reader of the page unfolds. */
import { isRuleId, ruleOf } from "../../../domain/rules/catalogue.ts";
import type { PageBlock } from "../../report/document.ts";
import { code, details, paragraph, plainText, quoted, table } from "../../report/document.ts";
import { callText } from "../../report/markdown.ts";
import { fieldsOf, recordText } from "./record-fields.ts";
import type { Evidence, ReportedCall, ReportedChange } from "./shape.ts";

/** Longer records and values are cut. */
const [fieldsMax, valueCharactersMax, shownCharactersMax] = [200, 300, 65_536];

type ShownCall = ReportedCall & Partial<Pick<Evidence, "received">>;

/** A call without its bodies. */
export function callOf({ method, path, query, status, received, variation }: ShownCall) {
  const notes = [
    ...(variation === null ? [] : [`varied by ${variation}`]),
    ...(received === false && status !== 0 ? ["the client got no answer"] : []),
  ];
  const target = query === "" ? path : `${path}?${query}`;
  return { method, path: target, status, outcome: notes.join(", ") };
}

export function callDetails(call: ShownCall): readonly PageBlock[] {
  const { sentAtMs, body, answer } = call;
  return details(`${quoted(callText(callOf(call)))} at ${sentAtMs} ms`, [
    ...bodyBlocks("Request body", body),
    ...bodyBlocks("Response body", answer),
  ]);
}

function bodyBlocks(name: string, body: string | null): readonly PageBlock[] {
  if (body === null || body === "") return [paragraph(`${name}: none`)];
  return [paragraph(`${name}, ${sizeOf(body)}`), code(name, body)];
}

function sizeOf(text: string): string {
  const bytes = Buffer.byteLength(text);
  return bytes < 1_024 ? `${bytes} bytes` : `${(bytes / 1_024).toFixed(1)} KiB`;
}

/** Rules with their statements. A report of another version may have unknown ones. */
export function ruleLines(ids: readonly string[]): readonly string[] {
  return ids.map((id) => {
    if (!isRuleId(id)) return `${quoted(id)}: this version does not know the rule.`;
    const { statement, clause, standing } = ruleOf(id);
    return `${quoted(id)}: ${statement} (clause ${clause}, ${standing})`;
  });
}

/** A record with its expected and actual fields; the equal ones once more folded. */
export function recordDetails(changed: ReportedChange): readonly PageBlock[] {
  const { workspace, baseline, trial } = changed;
  const [should, does] = [fieldsOf(baseline), fieldsOf(trial)];
  const names = [...new Set([...should.keys(), ...does.keys()])];
  const [differing, same] = [true, false].map((differs) =>
    names.filter((name) => (should.get(name) !== does.get(name)) === differs),
  );
  const columns = [
    "field",
    `expected${baseline === null ? ": no record" : ""}`,
    `actual${trial === null ? ": no record" : ""}`,
  ];
  const fields = (of: readonly string[] = []): readonly PageBlock[] => {
    const rows = of
      .slice(0, fieldsMax)
      .map((name) => [plainText(name), valueOf(should.get(name)), valueOf(does.get(name))]);
    const left = of.length - fieldsMax;
    return [
      ...table(columns, rows),
      ...(left > 0 ? [paragraph(`and ${left} more fields`)] : []),
      ...of.flatMap((name) =>
        [should.get(name), does.get(name)].flatMap((value) => long(name, value)),
      ),
    ];
  };
  const where = workspace === "default" ? "" : ` in ${quoted(workspace)}`;
  return [
    paragraph(`${quoted(recordText(changed))}${where}:`),
    ...fields(differing),
    ...details(`${same?.length ?? 0} equal fields`, fields(same)),
  ];
}

function valueOf(value: string | undefined): string {
  if (value === undefined) return "none";
  if (value.length <= valueCharactersMax) return quoted(value);
  return quoted(`${value.slice(0, valueCharactersMax)}…`);
}

/** A long value in full. */
function long(name: string, value = ""): readonly PageBlock[] {
  if (value.length <= valueCharactersMax) return [];
  return details(`${plainText(name)}: ${value.length} characters`, [
    code("text", value.slice(0, shownCharactersMax)),
  ]);
}
