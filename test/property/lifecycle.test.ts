import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { sized } from "../long/size.ts";
import type { Reply } from "../support/reply.ts";
import { at, text } from "../support/reply.ts";
import { newWorld } from "../support/world.ts";
import { leadCommands } from "./lead-commands.ts";
import { newModel } from "./lead-model.ts";
import { seeded } from "./seeded.ts";

describe("a history of requests, sign-ups, archivings and resets", () => {
  it("agrees with a Map of Leads on Leads, lists, scopes, states, moves and plan_ids (3)", async () => {
    const world = await newWorld({ fixture: "empty" });
    const history = fc.commands([...leadCommands], { maxCommands: 40, size: "max" });
    await fc.assert(
      fc.asyncProperty(history, async (commands) => {
        await world.control("POST", "/reset", {});
        const model = newModel();
        await fc.asyncModelRun(() => ({ model, real: world }), commands);
        const states = [...model.leads.values()].map(({ id, state }) => `${id} ${state}`);
        expect(statesOf(await world.control("GET", "/leads"))).toEqual(states.toReversed());
        // A Lead moves at most once. Events go back to the last reset.
        const moved = states.filter((lead) => !lead.endsWith(" Active"));
        const moves = movesOf(await world.control("GET", "/events?limit=1000"));
        expect(moves.toSorted()).toEqual(moved.toSorted());
      }),
      seeded(sized(15, 40)),
    );
  });
});

/** Each Lead with its state, newest first. */
function statesOf(reply: Reply): readonly string[] {
  return placesOf(reply).map(
    (place) => `${text(reply, `${place}.id`)} ${text(reply, `${place}.state`)}`,
  );
}

/** Each transition in the events, with its resulting state. */
function movesOf(reply: Reply): readonly string[] {
  const states = new Map([
    ["lead.converted", "Converted"],
    ["lead.archived", "Archived"],
  ]);
  return placesOf(reply).flatMap((place) => {
    const state = states.get(text(reply, `${place}.type`));
    return state === undefined ? [] : [`${text(reply, `${place}.data.id`)} ${state}`];
  });
}

function placesOf(reply: Reply): readonly string[] {
  const data = at(reply, "data");
  if (!Array.isArray(data)) throw new Error(`No list: ${reply.status} ${reply.text}`);
  return data.map((_, index) => `data.${index}`);
}
