import { resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { runVitest } from "../library/embed/vitest-run.ts";

const support = (file: string): string => JSON.stringify(resolve("test/support", file));

const options = `isolate: false, pool: "threads", setupFiles: [${support("scope-tests.ts")}]`;

const suite = `
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { newWorld } from ${support("world.ts")};
import { sandboxesOfTest } from ${support("sandbox.ts")};

it("runs out of time and goes on", { timeout: 300 }, async () => {
  const world = await newWorld({ id: "same" });
  for (let count = 0; ; count += 1) {
    await sleep(5);
    await world.server("POST", "/workspaces", { id: "left-over-" + count });
    await newWorld().catch(() => {});
  }
});

it.each(Array.from({ length: 10 }, (_, at) => at))("is alone in its sandbox: %i", async () => {
  const { server } = await newWorld({ id: "same" });
  await sleep(50);
  const { json } = await server("GET", "/workspaces");
  expect(json.data.map(({ id }) => id).sort()).toEqual(["default", "same"]);
  expect(sandboxesOfTest()).toHaveLength(1);
});
`;

describe("a test that runs out of time", () => {
  it("cannot reach the sandboxes of the tests after it", async () => {
    const { stdout } = await runVitest({ "suite.test.js": suite }, options);
    expect(stdout).toMatch(/Tests {2}1 failed \| 10 passed/);
  });
});
