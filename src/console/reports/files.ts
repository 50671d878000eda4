/** The files of the reports view: reports and bundles of `explore`. They stay in the browser. */
import * as v from "valibot";

import { BundleContent, bundleFormat } from "../../explore/bundle/bundle-content.ts";

export interface Finding {
  readonly id: string;
  readonly verdict: string;
  readonly severity: string;
  readonly accepted: boolean;
  readonly title: string;
  readonly explanation: string;
  readonly advice: string;
  readonly rules: readonly string[];
  readonly records: readonly unknown[];
  readonly evidence: readonly {
    readonly call: number;
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly received: boolean;
  }[];
  readonly bundle: string | null;
}

export interface Report {
  readonly format: "lead-sandbox-explore/1";
  readonly command: readonly string[];
  readonly findings: readonly Finding[];
  readonly summary: {
    readonly trials: number;
    readonly byVerdict: Readonly<Record<string, number>>;
    readonly durationMs: number;
  };
}

export type Bundle = BundleContent;

const formats: ReadonlySet<unknown> = new Set(["lead-sandbox-explore/1", "lead-sandbox-bundle/1"]);

export type Opened =
  | { readonly name: string; readonly report: Report }
  | { readonly name: string; readonly bundle: Bundle };

/** The report or bundle in a file. Throws an error that explains why it is neither. */
export function openedFile(name: string, text: string): Opened {
  const value = parsed(name, text);
  if (isReport(value)) return { name, report: value };
  if (Reflect.get(value, "format") === "lead-sandbox-bundle/1") {
    return { name, bundle: bundleIn(name, value) };
  }
  const format = JSON.stringify(Reflect.get(value, "format")) ?? "no format";
  if (formats.has(Reflect.get(value, "format"))) {
    throw new Error(`${name} is incomplete: it has the format ${format} but not its content.`);
  }
  throw new Error(
    `${name} has ${format}. Expected a report (lead-sandbox-explore/1) or a bundle (lead-sandbox-bundle/1).`,
  );
}

function bundleIn(name: string, value: object): Bundle {
  const { sha256: _checksum, ...content } = { sha256: null, ...value };
  const { output, issues, success } = v.safeParse(BundleContent, content);
  if (success) return output;
  const [first] = issues;
  throw new Error(
    `${name} is incomplete: it has the format "${bundleFormat}" but not its content. Wrong: ${v.getDotPath(first) ?? "the file"}. ${first.message}.`,
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

/** Whether a value has the parts of a report that the view reads. */
function isReport(value: object): value is Report {
  const { format, command, findings, summary } = { ...value } as Partial<Report>;
  return (
    format === "lead-sandbox-explore/1" &&
    Array.isArray(command) &&
    typeof summary?.byVerdict === "object" &&
    Array.isArray(findings) &&
    findings.every((finding?: Partial<Finding>) =>
      [finding?.rules, finding?.records, finding?.evidence].every(Array.isArray),
    )
  );
}
