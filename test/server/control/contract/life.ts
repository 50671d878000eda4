import { column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { monday } from "../../../support/world.ts";
import { answered } from "./row.ts";

/**
 * All random values in a workspace with that seed: keys, a Lead, a mail, a request id, and which requests a fault
 * hits.
 */
export async function lifeOf(world: World, seed: number): Promise<string> {
  const made = await world.server("POST", "/workspaces", { id: "twin", seed, now: monday });
  const of = (method: string, path: string, body?: unknown) =>
    world.server(method, `/workspaces/twin${path}`, body);
  const key = text(answered(201, made), "data.firms.0.apiKeys.0.key");
  await of("POST", "/faults", {
    match: { method: "GET" },
    then: { status: 503 },
    probability: 0.5,
  });
  const person = { email: "twin@example.com", firstName: "Tea", lastName: "Twin" };
  const lead = await world.api("POST", "/v1/firms/Harb0rPt/leads", { key, body: person });
  const met: number[] = [];
  for (let sending = 0; sending < 12; sending += 1) {
    // oxlint-disable-next-line no-await-in-loop -- random numbers are drawn in order
    met.push((await world.api("GET", "/v1/leads", { key })).status);
  }
  const mail = column(await of("GET", "/emails"), "id");
  const requests = column(await of("GET", "/requests"), "id");
  await world.server("DELETE", "/workspaces/twin");
  return JSON.stringify([key, text(lead, "data.id"), mail, requests, met]);
}
