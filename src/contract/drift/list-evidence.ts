/** How much of a list is evidence: its form, not the Leads that others have in it. */
import { isJsonObject } from "../../domain/json.ts";
import type { Probe } from "./probe.ts";
import type { Reply, Target } from "./target.ts";

/** Adds the form of a page, or the codes of its refusal, to the evidence. */
export function noteList(target: Target, { status, json }: Reply): void {
  const body = isJsonObject(json) ? json : {};
  const { data, meta, fields } = body;
  target.note({
    status,
    isPage: Array.isArray(data),
    meta: isJsonObject(meta) ? Object.keys(meta).toSorted() : null,
    fields: codesOf(fields) ?? null,
  });
}

/** Asks for a page of the Firm's Leads with a query. */
export function list(target: Target, query: string): Promise<Reply> {
  return target.prepare("GET", `/firms/${target.facts.firmId}/leads?${query}`);
}

/** A question whose evidence is the form of one list. */
export function ofList(rule: Probe["rule"], query: string): Probe {
  return { rule, run: async (target) => noteList(target, await list(target, query)) };
}

/** The codes of a refusal by field, such as `limit: INVALID`. */
export function codesOf(fields: unknown): string[] | null {
  if (!isJsonObject(fields)) return null;
  return Object.entries(fields).map(([name, problems]) => {
    const codes = Array.isArray(problems) ? problems.map((one: unknown) => codeOf(one)) : [];
    return `${name}: ${codes.join(", ")}`;
  });
}

function codeOf(problem: unknown): string {
  const code = isJsonObject(problem) ? problem["code"] : null;
  return typeof code === "string" ? code : "";
}
