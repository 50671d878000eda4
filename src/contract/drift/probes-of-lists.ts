/** Questions about lists and their query. */
import { isJsonObject } from "../../domain/json.ts";
import { list, noteList, ofList } from "./list-evidence.ts";
import type { Probe } from "./probe.ts";

const longAgo = "1999-01-01T00:00:00.000Z";

/** What a list can be asked for. */
export const listProbes: readonly Probe[] = [
  ofList("list.envelope", "limit=1"),
  {
    rule: "lead.list-all",
    run: async (target) => noteList(target, await target.prepare("GET", "/leads?limit=2")),
  },
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
    rule: "list.filter.operators",
    async run(target) {
      for (const operator of ["$lt", "$like"]) {
        const filter = encodeURIComponent(JSON.stringify({ createdAt: { [operator]: longAgo } }));
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const reply = await list(target, `limit=1&filter=${filter}`);
        noteList(target, reply);
        target.note({ isEmpty: isJsonObject(reply.json) && isEmptyList(reply.json["data"]) });
      }
    },
  },
  {
    rule: "list.filter",
    async run(target) {
      await target.lead({ email: target.email("found") });
      const filter = encodeURIComponent(JSON.stringify({ email: target.email("found") }));
      await target.observe("GET", `/firms/${target.facts.firmId}/leads?limit=1&filter=${filter}`);
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
