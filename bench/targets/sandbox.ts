import { join } from "node:path";

import { firmId, key, knownLead, writeFixture } from "../leads.ts";
import type { Sent } from "../sent.ts";
import { newLeadBody } from "./target.ts";
import type { Target } from "./target.ts";

const headers = { "x-api-key": key };
const leadsPath = `/v1/firms/${firmId}/leads`;

export const sandboxName = "lead-sandbox";

export const getOne = (id: string): Sent => ({ method: "GET", path: `/v1/leads/${id}`, headers });
export const create: Sent = { method: "POST", path: leadsPath, headers, body: newLeadBody };
export const reset: Sent = { method: "POST", path: "/_sandbox/reset" };

const list = (query: string): Sent => ({
  method: "GET",
  path: `${leadsPath}?limit=20${query}`,
  headers,
});

/** Lists of 20 with the total, of a Firm with `count` Leads. The filter matches every Lead. */
export function listsOf(count: number) {
  const order = `&order=${encodeURIComponent('[["lastName","ASC"]]')}`;
  const filter = `&filter=${encodeURIComponent('{"firstName":"Maya"}')}`;
  const deep = `&offset=${count * 0.9}`;
  return {
    "first page": list(""),
    "deep page": list(deep),
    filter: list(filter),
    order: list(order),
    "order, deep page": list(order + deep),
    "order + filter": list(order + filter),
    "withDeleted, deep page": list(`&scope=withDeleted${deep}`),
  };
}

/** This sandbox as in the image, with default settings except the quota. */
export function sandbox(image: string): Target {
  return {
    name: sandboxName,
    command(leads, folder) {
      const env = sandboxEnvironment(leads === null ? null : writeFixture(folder, leads));
      const file = join(image, "command/start.mjs");
      return (port) => ({ line: [process.execPath, file], env: env(port) });
    },
    ready: { method: "GET", path: "/readyz" },
    getOne: getOne(knownLead),
    create,
    list: list(""),
  };
}

/** Settings come from variables, as in a container. */
export const sandboxEnvironment = (fixture: string | null) => (port: number) => ({
  LEAD_SANDBOX_PORT: String(port),
  LEAD_SANDBOX_QUOTA: "off",
  ...(fixture === null ? {} : { LEAD_SANDBOX_FIXTURE: fixture }),
});
