/** The invariants of a workspace, whatever requests it received. */
import type { JsonObject } from "../../src/base/values/json.ts";
import { isJsonObject } from "../../src/base/values/json.ts";
import type { Reply } from "../support/reply.ts";
import { at, text } from "../support/reply.ts";
import type { FuzzWorkspace } from "./fuzz-world.ts";

/** The broken invariants of a workspace; the check removes planned faults and sends requests. */
export async function brokenInvariants(workspace: FuzzWorkspace): Promise<readonly string[]> {
  const { control } = workspace;
  await control("DELETE", "/faults");
  const assumptions = await control("GET", "/assumptions");
  const isDefault = (rule: string, choice: string): boolean =>
    at(assumptions, "data") !== null &&
    Reflect.get(Object(at(assumptions, "data")), rule) === choice;
  const state = await control("GET", "/state");
  if (state.status !== 200) return [`the state is ${state.status} ${state.text.slice(0, 300)}`];
  const leads = rowsOf(state, "leads");
  const plans = new Set(rowsOf(state, "plans").map(({ id }) => id));
  const broken = leads.flatMap(({ id, plan_ids: planIds, convertedAt }) => {
    const missing = [planIds ?? []].flat().filter((plan) => !plans.has(plan ?? ""));
    return missing.length === 0 || convertedAt === null
      ? []
      : [`the Lead ${JSON.stringify(id)} has no Plans ${JSON.stringify(missing)}`];
  });
  if (isDefault("lead.email.case", "case-insensitive")) {
    broken.push(...takenTwice(leads));
  }
  const firm = rowsOf(state, "firms").find(({ deletedAt }) => (deletedAt ?? null) === null);
  const id = firm?.["id"];
  if (typeof id === "string")
    broken.push(
      ...(await totals(
        workspace,
        id,
        isDefault("env.data", "separate") ? leads.filter(isInSandbox) : leads,
      )),
    );
  return broken.map((one) => `${workspace.id}: ${one}`);
}

/** A list contains only the Leads of its own environment (rule env.data). */
function isInSandbox({ environment }: JsonObject): boolean {
  return environment === "sandbox";
}

function takenTwice(leads: readonly JsonObject[]): readonly string[] {
  const emails = leads
    .filter(({ deletedAt }) => (deletedAt ?? null) === null)
    .map((lead) =>
      JSON.stringify(
        ["environment", "resourceType", "resourceId", "email"].map((name) => lead[name] ?? null),
      ).toLowerCase(),
    );
  return emails
    .filter((email, index) => emails.indexOf(email) !== index)
    .map((email) => `${email} is taken twice`);
}

/**
 * The total of a list equals the number of Leads, and changes by one with each create and delete.
 */
async function totals(
  { control, api, mark }: FuzzWorkspace,
  firmId: string,
  leads: readonly JsonObject[],
): Promise<readonly string[]> {
  const issued = await control("POST", "/api-keys", {
    firmId,
    roleType: "Partner",
    environment: "sandbox",
    quotaPerHour: null,
  });
  if (issued.status !== 201) return [`no key: ${issued.status} ${issued.text.slice(0, 300)}`];
  const path = `/v1/firms/${encodeURIComponent(firmId)}/leads`;
  const call = { host: "partner", key: text(issued, "data.key") };
  const ask = (method: string, place: string, body?: unknown): Promise<Reply> =>
    api({ ...call, method, path: place, body });
  const total = async (): Promise<unknown> => at(await ask("GET", `${path}?limit=1`), "meta.total");
  const expected = leads.filter(
    ({ resourceType, resourceId, deletedAt }) =>
      resourceType === "Firm" && resourceId === firmId && (deletedAt ?? null) === null,
  ).length;
  const before = await total();
  const person = (name: string) => ({
    email: `${mark}${name}@end.example`,
    firstName: "E",
    lastName: "F",
  });
  const first = await ask("POST", path, person("one"));
  await ask("POST", path, person("two"));
  const added = await total();
  if (first.status === 201) await ask("DELETE", `/v1/leads/${text(first, "data.id")}`);
  const counts = [before, added, await total()];
  const wanted = [expected, expected + 2, expected + 1];
  return JSON.stringify(counts) === JSON.stringify(wanted)
    ? []
    : [`totals are ${JSON.stringify(counts)}, not ${JSON.stringify(wanted)}; ${first.text}`];
}

function rowsOf(state: Reply, name: string): readonly JsonObject[] {
  const rows = at(state, `data.${name}`);
  return Array.isArray(rows) ? rows.filter(isJsonObject) : [];
}
