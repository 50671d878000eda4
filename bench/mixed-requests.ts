/** A mix of requests. Of twenty, five create a Lead, six read one, five list, two change one, and two are invalid. */
import * as z from "zod";

import { firmId, key, knownLead } from "./leads.ts";

/** Creates choose from this many emails. When each has its Lead, a create gets 409 and no more Leads are added. */
const emailsMax = 5_000;
const connections = 16;
const Created = z.object({ data: z.object({ id: z.string() }) });

interface MixedRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
}

/** Sends the first `count` requests of the mix. */
export async function sendMixed(port: number, count: number): Promise<void> {
  const made = [knownLead];
  let number = 0;
  const sendNext = async (): Promise<void> => {
    while (number < count) {
      const id = made[(number * 7919) % made.length] ?? knownLead;
      const { method, path, body, ...sent } = nth(number, id);
      number += 1;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { "x-api-key": sent.key ?? key, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.status === 201) made.push(Created.parse(JSON.parse(text)).data.id);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendNext));
}

/** Request `number` of the mix, which reads or changes the Lead `id`. */
function nth(number: number, id: string): MixedRequest {
  const kind = number % 20;
  const create = { method: "POST", path: `/v1/firms/${firmId}/leads` };
  const email = `client${(Math.floor(number / 20) * 4 + kind) % emailsMax}@example.com`;
  const clientData = { Plans: [{ type: "Buying" }] };
  const person = { email, firstName: "Maya", lastName: "Moreau", clientData };
  if (kind < 4) return { ...create, body: person };
  if (kind === 4) return { ...create, body: { ...person, email: "nobody" } };
  if (kind < 9) return { method: "GET", path: `/v1/leads/${id}` };
  if (kind < 11) return { method: "GET", path: `/v1/leads/nolead${number % 100}` };
  if (kind < 14) return { method: "GET", path: "/v1/leads?limit=20&scope=withDeleted" };
  if (kind < 16) return { method: "GET", path: "/v1/plans?limit=5" };
  const change = { lastName: `Abel-${number}` };
  if (kind < 18) return { method: "PATCH", path: `/v1/leads/${id}`, body: change };
  if (kind === 18) return { method: "GET", path: "/v1/leads", key: "unknown" };
  return { method: "DELETE", path: "/v1/nowhere" };
}
