/** The files of the reports view: reports of every kind, and bundles of trials and histories. They stay in the browser. */
import * as v from "valibot";

import { bundleFormat } from "../../../harness/bundle/format.ts";
import { BundleContent } from "../../../harness/explore/bundle/bundle-content.ts";
import type { Block } from "../../../harness/report/document.ts";
import { marks } from "../../../harness/report/marks.ts";

const text = v.string();
const texts = v.array(text);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The blocks of a document. A reader skips those of an unknown type. */
const blocks = {
  heading: block("heading", { level: v.picklist([2, 3]), text }),
  paragraph: block("paragraph", { text }),
  list: block("list", { items: texts }),
  table: block("table", { columns: texts, rows: v.array(texts) }),
  verdict: block("verdict", { mark: v.picklist(marks), title: text, text }),
  calls: block("calls", {
    calls: v.array(v.object({ method: text, path: text, status: count, outcome: text })),
  }),
  story: block("story", { steps: v.array(v.object({ at: text, text })) }),
  code: block("code", { language: text, text }),
} as const satisfies Record<Block["type"], v.GenericSchema<unknown, Block>>;

function block<const Type extends string, const Fields extends v.ObjectEntries>(
  type: Type,
  fields: Fields,
) {
  return v.object({ type: v.literal(type), ...fields });
}

const formats = [
  "lead-sandbox-explore/1",
  "lead-sandbox-simulate/1",
  "lead-sandbox-assess/1",
  "lead-sandbox-har/1",
] as const;

const Report = v.object({
  format: v.picklist(formats),
  document: v.object({
    title: text,
    blocks: v.pipe(
      v.array(v.looseObject({ type: text })),
      v.transform((all) => all.filter(({ type }) => Object.hasOwn(blocks, type))),
      v.array(v.variant("type", Object.values(blocks))),
    ),
  }),
});
export type Report = v.InferOutput<typeof Report>;
export type Bundle = BundleContent;

/** What the view shows of the bundle of a history; `lead-sandbox replay` checks the rest. */
const History = v.object({
  format: v.literal(bundleFormat),
  kind: v.literal("history"),
  command: texts,
  options: v.object({ every: v.number() }),
  history: v.object({
    leads: v.number(),
    events: v.array(v.looseObject({ kind: text, tick: v.number(), gap: v.number() })),
  }),
  finding: v.object({ id: text, kind: text, column: v.nullable(text) }),
});
export type History = v.InferOutput<typeof History>;

export type Opened =
  | { readonly name: string; readonly report: Report }
  | { readonly name: string; readonly bundle: Bundle }
  | { readonly name: string; readonly history: History };

/** The report or bundle in a file. Throws an error that explains why it is neither. */
export function openedFile(name: string, written: string): Opened {
  const { sha256: _checksum, ...content } = { sha256: null, ...parsed(name, written) };
  const format: unknown = Reflect.get(content, "format");
  if (formats.some((one) => one === format)) {
    if ("document" in content) return { name, report: checked(name, Report, content) };
    throw new Error(
      `${name} has no document: an earlier version wrote it. Run the command again, or open its report.html.`,
    );
  }
  if (format === bundleFormat) {
    return Reflect.get(content, "kind") === "history"
      ? { name, history: checked(name, History, content) }
      : { name, bundle: checked(name, BundleContent, content) };
  }
  throw new Error(
    `${name} has ${JSON.stringify(format) ?? "no format"}. Expected a report (${formats.join(", ")}) or a bundle (${bundleFormat}).`,
  );
}

/** The content of a file if it has the shape of its format; a file may come from a stranger. */
function checked<Shape extends typeof Report | typeof BundleContent | typeof History>(
  name: string,
  shape: Shape,
  content: object,
): v.InferOutput<Shape> {
  const { output, issues, success } = v.safeParse(shape, content);
  if (success) return output;
  const [first] = issues;
  throw new Error(
    `${name} is incomplete: it has the format ${JSON.stringify(Reflect.get(content, "format"))} but not its content. Wrong: ${v.getDotPath(first) ?? "the file"}. ${first.message}.`,
  );
}

function parsed(name: string, written: string): object {
  try {
    const value: unknown = JSON.parse(written);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // The error below reports it.
  }
  throw new Error(`${name} is not a JSON object; it may be cut short.`);
}
