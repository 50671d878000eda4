import { describe, expect, it } from "vitest";

import type { ApiOperation } from "../../../src/server/api/routes/call.ts";
import {
  bodyOf,
  canSucceed,
  operations,
  parentIn,
  permittedKey,
  sendTo,
} from "../../conformance/cases.ts";
import type { Sending } from "../../conformance/cases.ts";
import { isLong } from "../../long/size.ts";
import { sharedSandbox } from "../../support/sandbox.ts";
import type { World } from "../../support/world.ts";
import { newWorld } from "../../support/world.ts";
import { agentOf, list, object, string } from "./agent.ts";
import type { Agent } from "./agent.ts";

/** Resources with statuses of their own; Firms, FirmMembers and referral codes take the same ways. */
const special = /leads|plans|clientProfiles/;
const reachable = operations.filter(
  (operation) => canSucceed(operation) && (isLong || special.test(operation.path)),
);

describe("each way to a status", () => {
  it.each(reachable.filter(({ path }) => !path.startsWith("/workflows/")))(
    "of $id brings it about",
    async (operation) => {
      const sandbox = sharedSandbox();
      const agent = await agentOf(sandbox);
      const { data } = await agent.call("uncovered", {
        workspace: (await newWorld()).id,
        operation: operation.id,
        maxChars: 40_000,
      });
      const missing = list(data["missing"]).map(object);
      expect(missing.length).toBeGreaterThan(5);
      for (const { status } of missing) {
        // oxlint-disable-next-line no-await-in-loop -- a workspace each, so that no way depends on another
        expect(await statusesOf(agent, operation, Number(status))).toContain(status);
      }
    },
  );
});

/** Follows the way in a workspace of its own; returns the statuses that it met. */
async function statusesOf(
  agent: Agent,
  operation: ApiOperation,
  status: number,
): Promise<readonly number[]> {
  const world = await newWorld();
  const { data } = await agent.call("uncovered", {
    workspace: world.id,
    operation: operation.id,
    maxChars: 40_000,
  });
  const way = list(data["missing"])
    .map(object)
    .find((one) => one["status"] === status);
  const call = object(way?.["call"] ?? {});
  const then = string(way?.["then"]);
  const permitted = await permittedKey(world, operation);
  const chosen = /choose ([\w.-]+) (\w+)\./.exec(then);
  if (chosen !== null) {
    const [, rule = "", choice = ""] = chosen;
    await agent.call("act", { workspace: world.id, action: "choose", rule, choice });
  }
  const answer =
    call["tool"] === undefined
      ? null
      : await agent.call(string(call["tool"]), object(call["arguments"]));
  if (answer?.isError === true) throw new Error(answer.text);
  const result = object(answer?.data["result"] ?? {});
  if (status === 401) {
    const revoke = { workspace: world.id, action: "revoke_key", apiKeyId: string(result["id"]) };
    await agent.call("act", revoke);
  }
  const key =
    status === 429
      ? world.keys.partner
      : result["key"] === undefined
        ? permitted
        : string(result["key"]);
  const sendings = await sendingsOf(world, operation, status, then);
  const met = [];
  for (const sending of sendings) {
    // oxlint-disable-next-line no-await-in-loop -- a second request may depend on the first
    met.push((await sendTo(world, operation, { key, ...sending })).status);
  }
  return met;
}

/** What to send, by what the way says in words. */
async function sendingsOf(
  world: World,
  operation: ApiOperation,
  status: number,
  then: string,
): Promise<readonly Sending[]> {
  const body = { ...bodyOf(operation), ...parentIn(operation) };
  if (then.includes("not JSON")) return [{ rawBody: "not JSON" }];
  if (then.includes("1 MiB")) return [{ rawBody: JSON.stringify({ x: "x".repeat(1024 * 1024) }) }];
  if (then.includes("does not exist")) return [{ whose: "unknown" }];
  if (then.includes("unheard_of=1")) return [{ query: { unheard_of: "1" } }];
  if (then.includes("unheard_of")) return [{ body: { ...body, unheard_of: 1 } }];
  if (then.includes("Content-Encoding: gzip")) {
    return [{ headers: { "content-encoding": "gzip" }, body }];
  }
  if (then.includes("Idempotency-Key")) {
    const headers = { "idempotency-key": "one" };
    return [
      { headers, body },
      { headers, body },
    ];
  }
  if (then.includes("same email, twice")) return [{ body }, { body }];
  if (then.includes("that of the other")) {
    await world.createLead({ email: "other@example.com" });
    return [{ body: { email: "other@example.com" } }];
  }
  if (then.includes("earlier one")) {
    return [{ body: { status: "Submitted" } }, { body: { status: "New" } }];
  }
  if (then.includes("another client")) return [{ body: { email: "taken@example.com" } }];
  return status === 429 ? [{}, {}] : [operation.body === undefined ? {} : { body }];
}
