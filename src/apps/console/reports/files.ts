/** The files of the reports view: reports and bundles of `explore`. They stay in the browser. */
import * as v from "valibot";

import { BundleContent, bundleFormat } from "../../../harness/explore/bundle/bundle-content.ts";

const Finding = v.object({
  ...v.entriesFromList(["id", "verdict", "title", "explanation", "advice"], v.string()),
  severity: v.picklist(["high", "medium", "low"]),
  accepted: v.boolean(),
  rules: v.array(v.string()),
  records: v.array(v.unknown()),
  evidence: v.array(
    v.object({
      ...v.entriesFromList(["method", "path"], v.string()),
      ...v.entriesFromList(["call", "status"], v.number()),
      received: v.boolean(),
    }),
  ),
  bundle: v.nullable(v.string()),
});
export type Finding = v.InferOutput<typeof Finding>;

const reportFormat = "lead-sandbox-explore/1";

const Report = v.object({
  format: v.literal(reportFormat),
  command: v.array(v.string()),
  findings: v.array(Finding),
  summary: v.object({
    ...v.entriesFromList(["trials", "durationMs"], v.number()),
    byVerdict: v.record(v.string(), v.number()),
  }),
});
export type Report = v.InferOutput<typeof Report>;
export type Bundle = BundleContent;

export type Opened =
  | { readonly name: string; readonly report: Report }
  | { readonly name: string; readonly bundle: Bundle };

/** The report or bundle in a file. Throws an error that explains why it is neither. */
export function openedFile(name: string, text: string): Opened {
  const { sha256: _checksum, ...content } = { sha256: null, ...parsed(name, text) };
  const format: unknown = Reflect.get(content, "format");
  if (format === reportFormat) return { name, report: checked(name, Report, content) };
  if (format === bundleFormat) return { name, bundle: checked(name, BundleContent, content) };
  throw new Error(
    `${name} has ${JSON.stringify(format) ?? "no format"}. Expected a report (${reportFormat}) or a bundle (${bundleFormat}).`,
  );
}

/** The content of a file if it has the shape of its format; a file may come from a stranger. */
function checked<Shape extends typeof Report | typeof BundleContent>(
  name: string,
  shape: Shape,
  content: object,
): v.InferOutput<Shape> {
  const { output, issues, success } = v.safeParse(shape, content);
  if (success) return output;
  const [first] = issues;
  throw new Error(
    `${name} is incomplete: it has the format "${shape.entries.format.literal}" but not its content. Wrong: ${v.getDotPath(first) ?? "the file"}. ${first.message}.`,
  );
}

function parsed(name: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // The error below reports it.
  }
  throw new Error(`${name} is not a JSON object; it may be cut short.`);
}
