import { describe, expect, it } from "vitest";

import { controlOperations } from "../../../../src/server/control/calls/operations.ts";
import { newFilledWorld } from "../paths.ts";
import { samples } from "../samples.ts";

describe("the calls of the control API", () => {
  it("each have a unique id, and every sample is of one", () => {
    const names = new Set(controlOperations.map(({ id }) => id));
    expect(names.size).toBe(controlOperations.length);
    expect(Object.keys(samples).filter((name) => !names.has(name))).toEqual([]);
  });

  it("exist for the default workspace, too", async () => {
    const { world, pathOf } = await newFilledWorld();
    for (const operation of controlOperations.filter(({ level }) => level === "workspace")) {
      const path = pathOf(operation).replace(`/workspaces/${world.id}`, "");
      // oxlint-disable-next-line no-await-in-loop -- the answer of one call at a time
      const reply = await world.api(operation.method, `${path}?nonsense=1`, { key: null });
      expect(`${operation.id} ${reply.status} ${reply.text}`).toMatch(/^\S+ 422 .*nonsense/);
    }
  });
});

describe("a control call", () => {
  it("is neither journaled nor metered, even with an exhausted key (5.8, 8)", async () => {
    const { world } = await newFilledWorld();
    await world.control("PUT", `/quotas/${world.keyIds.partner}`, { quotaPerHour: 1 });
    const before = (await world.control("GET", "/requests")).text;
    for (const path of ["/leads", "/quotas", "/nope"]) {
      // oxlint-disable-next-line no-await-in-loop -- sequential, because the quota counts in order
      await world.api("GET", `/_sandbox/workspaces/${world.id}${path}`);
    }
    expect((await world.control("GET", "/requests")).text).toBe(before);
    expect((await world.control("GET", "/quotas")).text).toContain('"usedLastHour":1');
  });
});
