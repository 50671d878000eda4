/** Requests to the APIs that a host selects: Realtor and production. */
import type { Reply } from "../../support/reply.ts";
import { replyOf, text } from "../../support/reply.ts";
import type { Served } from "./console.ts";
import { leadsPath } from "./console.ts";

/** The keys of the fixture `default`. */
export const realtorKey = "33333333-3333-4333-8333-333333333333";
const productionKey = "22222222-2222-4222-8222-222222222222";
export const realtorPath = "/v1/firms/MapleRow/leads";

/** Sends a request as a client whose API has the host `host`. */
export async function sendTo(
  { sandbox }: Served,
  host: string,
  key: string,
  path: string,
  body: object,
): Promise<Reply> {
  const headers = { host, "x-api-key": key, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return replyOf(await sandbox.fetch(new Request(`http://${host}${path}`, init)));
}

/** Creates a Lead in the production environment and returns its id. */
export async function referInProduction(served: Served, email: string): Promise<string> {
  const lead = { firstName: "Zoe", lastName: "Moss", email };
  const host = "partner-production.localhost";
  return text(await sendTo(served, host, productionKey, leadsPath, lead), "data.id");
}
