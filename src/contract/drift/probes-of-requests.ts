/** Questions about requests as such: keys, paths, bodies, lists, limits. */
import { isJsonObject } from "../../domain/json.ts";
import type { Probe } from "./probe.ts";
import type { Reply, Target } from "./target.ts";

/** How much of a list is evidence: its form, not the Leads that others have in it. */
function noteList(target: Target, { status, json }: Reply): void {
  const isPage = isJsonObject(json) && Array.isArray(json["data"]);
  target.note({
    status,
    isPage,
    fields: isJsonObject(json) ? (codesOf(json["fields"]) ?? null) : null,
  });
}

function codesOf(fields: unknown): string[] | null {
  if (typeof fields !== "object" || fields === null) return null;
  return Object.entries(fields).map(([name, problems]: [string, unknown]) => {
    const codes = Array.isArray(problems) ? problems.map((one: unknown) => codeOf(one)) : [];
    return `${name}: ${codes.join(", ")}`;
  });
}

function codeOf(problem: unknown): string {
  const code: unknown =
    typeof problem === "object" && problem !== null ? Reflect.get(problem, "code") : null;
  return typeof code === "string" ? code : "";
}

/** Asks for a page of the Firm's Leads with a query. */
async function list(target: Target, query: string): Promise<Reply> {
  return target.prepare("GET", `/leads?${query}`);
}

/** A question whose evidence is the form of one list. */
function ofList(rule: Probe["rule"], query: string): Probe {
  return { rule, run: async (target) => noteList(target, await list(target, query)) };
}

/** What is asked with a key, and how. */
export const requestProbes: readonly Probe[] = [
  {
    rule: "auth.missing",
    async run(target) {
      await target.observe("GET", "/leads?limit=1", { key: null });
    },
  },
  {
    rule: "auth.invalid",
    async run(target) {
      await target.observe("GET", "/leads?limit=1", { key: "not-a-key" });
    },
  },
  {
    rule: "env.key-mismatch",
    needs: ["otherEnvironmentKey"],
    async run(target) {
      await target.observe("GET", "/leads?limit=1", { key: target.facts.otherEnvironmentKey });
    },
  },
  {
    rule: "auth.role-surface",
    needs: ["otherApiKey"],
    async run(target) {
      noteList(
        target,
        await target.prepare("GET", "/leads?limit=1", { key: target.facts.otherApiKey }),
      );
    },
  },
  {
    rule: "auth.foreign-record",
    needs: ["foreignFirmId"],
    async run(target) {
      noteList(
        target,
        await target.prepare("GET", `/firms/${target.facts.foreignFirmId}/leads?limit=1`),
      );
    },
  },
  {
    rule: "auth.permission",
    async run(target) {
      await target.observe("POST", "/firms", { body: { name: "Probe" } });
    },
  },
  {
    rule: "http.path.unknown",
    async run(target) {
      await target.observe("GET", "/no-such-resource");
    },
  },
  {
    rule: "http.method.unknown",
    async run(target) {
      await target.observe("PUT", `/firms/${target.facts.firmId}/leads`, { body: {} });
    },
  },
  {
    rule: "http.body.malformed",
    async run(target) {
      const path = `/firms/${target.facts.firmId}/leads`;
      await target.observe("POST", path, { rawBody: '{ "email": ' });
    },
  },
  {
    rule: "quota.headers",
    async run(target) {
      const { headers } = await list(target, "limit=1");
      const names = [...headers.keys()].filter((name) => name.includes("ratelimit"));
      target.note(names.toSorted());
    },
  },
];

/** What a list can be asked for. */
export const listProbes: readonly Probe[] = [
  ofList("list.envelope", "limit=1"),
  ofList("list.limit", "limit=1000"),
  ofList("list.offset", "offset=-1"),
  ofList("list.order", "order=sideways"),
  ofList("list.order.quotes", `order=${encodeURIComponent("[['createdAt','DESC']]")}`),
  ofList("scope.unknown", "limit=1&scope=everything"),
  ofList("include.unknown", "limit=1&include=Everything"),
  ofList("query.unknown", "limit=1&colour=green"),
  ofList("query.repeated", "limit=1&limit=2"),
  {
    rule: "list.filter.unknown-field",
    async run(target) {
      const filter = encodeURIComponent(JSON.stringify({ colour: "green" }));
      const reply = await list(target, `limit=1&filter=${filter}`);
      noteList(target, reply);
      target.note({ isEmpty: isJsonObject(reply.json) && isEmptyList(reply.json["data"]) });
    },
  },
  {
    rule: "list.filter",
    async run(target) {
      await target.lead({ email: target.email("found") });
      const filter = encodeURIComponent(JSON.stringify({ email: target.email("found") }));
      await target.observe("GET", `/leads?limit=1&filter=${filter}`);
    },
  },
  {
    rule: "lead.list",
    needs: ["firmMemberId"],
    async run(target) {
      const email = target.email("of-member");
      const body = { email, firstName: "Probe", lastName: "Probe" };
      await target.prepare("POST", `/firmMembers/${target.facts.firmMemberId}/leads`, { body });
      const filter = encodeURIComponent(JSON.stringify({ email }));
      await target.observe("GET", `/firms/${target.facts.firmId}/leads?limit=1&filter=${filter}`);
    },
  },
];

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}
