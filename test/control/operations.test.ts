import { describe, expect, it } from "vitest";

import { controlOperations } from "../../src/control/operations.ts";
import { newFilledWorld, sendRaw } from "./paths.ts";
import { samples } from "./samples.ts";

const rows = controlOperations.map((operation) => ({ id: operation.id, operation }));

describe("the calls of the control API", () => {
  it("each have a unique id and a sample", () => {
    const names = controlOperations.map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
    const sampled = Object.keys(samples).toSorted();
    expect(sampled, "Differs in test/control/samples.ts").toEqual(names.toSorted());
  });

  it.each(rows)("$id gets the documented answer", async ({ id, operation }) => {
    const { query = "", body, sandbox } = samples[id] ?? {};
    const { world, pathOf } = await newFilledWorld(sandbox === undefined ? {} : { sandbox });
    const path = pathOf(operation) + query;
    const reply =
      body === undefined
        ? await world.api(operation.method, path, { key: null })
        : await sendRaw(world, operation.method, path, JSON.stringify(body));
    expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^${operation.status} `));
    const checked = operation.answer?.safeParse(reply.json);
    expect(checked?.success === false ? `${reply.text} ${checked.error.message}` : "").toBe("");
    expect(reply.json === null).toBe(operation.answer === null);
  });

  it.each(rows.filter(({ operation }) => operation.level === "workspace"))(
    "$id exists for the default workspace, too",
    async ({ operation }) => {
      const { world, pathOf } = await newFilledWorld();
      const path = pathOf(operation).replace(`/workspaces/${world.id}`, "");
      const reply = await world.api(operation.method, `${path}?nonsense=1`, { key: null });
      expect(`${reply.status} ${reply.text}`).toContain("422 ");
      expect(reply.text).toContain("nonsense");
    },
  );
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
