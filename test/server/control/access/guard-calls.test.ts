/** The guard stands before every call of the control API. */
import { describe, expect, it } from "vitest";

import { controlOperations } from "../../../../src/server/control/calls/operations.ts";
import { isRemote } from "../../../support/target.ts";
import { opened } from "../opened.ts";
import { newFilledWorld } from "../paths.ts";

const local = "127.0.0.1";

/** The script and the style of the console tell nothing of a workspace. */
const guarded = controlOperations.filter(({ id }) => id !== "get-console-asset");

// These sandboxes run in this process.
describe.skipIf(isRemote)("every call of the control API", () => {
  it.each([
    { from: "another website", host: local, headers: { "sec-fetch-site": "cross-site" } },
    { from: "a foreign Origin", host: local, headers: { origin: "https://evil.example" } },
    { from: "the Origin null", host: local, headers: { origin: "null" } },
    { from: "a Host that can be rebound", host: "evil.example", headers: {} },
  ])("403 without an effect or CORS headers from $from", async ({ host, headers }) => {
    const { world, pathOf, everything } = await newFilledWorld();
    const before = await everything();
    for (const operation of guarded) {
      const { id, method } = operation;
      const request = new Request(`http://${host}${pathOf(operation)}`, { method, headers });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const answer = await world.fetch(request);
      expect(`${id} ${answer.status}`).toBe(`${id} 403`);
      const names = [...answer.headers.keys()];
      expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
    expect(await everything()).toBe(before);
  });

  it.each([{}, { authorization: "Bearer wrong" }])(
    "401 with %j if the sandbox has a token, except for pages, documents and kits",
    async (headers) => {
      const { fetch } = await opened({ controlToken: "s3cret" });
      const answers = controlOperations.map(async ({ id, method, path }) => {
        const url = `http://${local}/_sandbox${path.replaceAll(/\{\w+\}/g, "x")}`;
        return (await fetch(url, { method, headers })).status === 401 ? [] : [id];
      });
      expect((await Promise.all(answers)).flat().toSorted()).toEqual([
        "get-console",
        "get-console-asset",
        "get-control-document",
        "get-docs",
        "get-docs-asset",
        "get-emulated-document",
        "get-kit",
        "get-llms",
        "list-kits",
      ]);
    },
  );
});
