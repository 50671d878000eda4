import { text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { staged } from "../provider-states/staged.ts";

const path = `/v1/firms/${ids.partnerFirm}/leads`;
/** The surface of the Partner API in production. */
export const inProduction = { surface: "partner-production" } as const;

/** A world with a Lead of each environment. */
export interface Made {
  readonly world: World;
  /** The ids of two Leads, both with the email `maya@example.com` unless environments share data. */
  readonly sandbox: string;
  readonly production: string;
}

/**
 * A world with one Lead in each environment and the directory. Their emails differ if the environments share data.
 */
export async function made(assumptions: Readonly<Record<string, string>> = {}): Promise<Made> {
  const world = await newWorld({ assumptions });
  await staged(world, "there are no leads");
  const isShared = assumptions["env.data"] === "shared";
  const email = "maya@example.com";
  return {
    world,
    sandbox: await world.createLead({ email }),
    production: await productionLead(world, { email: isShared ? "other@example.com" : email }),
  };
}

/** Creates a Lead with the Partner key of production, by default of its Firm, and returns its id. */
export async function productionLead(world: World, fields: object, to = path): Promise<string> {
  const key = world.keys["partner-production"];
  const body = { firstName: "Maya", lastName: "Moss", ...fields };
  return text(await world.api("POST", to, { ...inProduction, key, body }), "data.id");
}
