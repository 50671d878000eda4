import { setImmediate } from "node:timers/promises";

import { NoAnswer } from "../../src/network/http/no-answer.ts";
import type { Reply } from "../support/reply.ts";
import { ids } from "../support/world.ts";
import type { World } from "../support/world.ts";

/** The number of Leads that a wave creates. */
export const waveSize = 15;

/**
 * Runs three waves of creates. A reset starts during each of the first two. Returns the outcome of
 * each call.
 */
export async function wavesOfLeads(world: World): Promise<readonly PromiseSettledResult<Reply>[]> {
  const sent: Promise<PromiseSettledResult<Reply>[]>[] = [];
  for (const wave of ["before", "between"]) {
    const reset = world.control("POST", "/reset");
    sent.push(Promise.allSettled([...createLeads(world, wave), reset]));
    // oxlint-disable-next-line no-await-in-loop -- the next wave starts during a reset
    await setImmediate();
  }
  sent.push(Promise.allSettled(createLeads(world, "after")));
  return (await Promise.all(sent)).flat();
}

function createLeads(world: World, name: string): readonly Promise<Reply>[] {
  return Array.from({ length: waveSize }, (_, n) =>
    world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, {
      body: { email: `${name}${n}@example.com`, firstName: "A", lastName: "B" },
    }),
  );
}

/** Whether a call neither succeeded nor was cut off while a planned fault delayed it. */
export function isUnexpected(outcome: PromiseSettledResult<Reply>): boolean {
  if (outcome.status === "rejected") {
    const { reason }: { readonly reason: unknown } = outcome;
    return !(reason instanceof NoAnswer) || !reason.message.startsWith("The planned fault");
  }
  return outcome.value.status >= 300;
}

/** The number of Leads created since the last reset, by each source that counts them. */
export async function created(world: World) {
  const count = async (path: string, sign: string): Promise<number> =>
    (await world.control("GET", path)).text.split(sign).length - 1;
  return {
    leads: await count("/leads?limit=1000", '"email":"'),
    mails: await count("/emails?limit=1000", '"kind":"welcome"'),
    journaled: await count("/requests?limit=1000", '"status":201'),
    events: await count("/events", '"type":"lead.created"'),
  };
}
