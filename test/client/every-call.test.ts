import { describe, expect, it } from "vitest";

import { controlOperations } from "../../src/control/operations.ts";
import { newSandboxClient } from "../../src/index.ts";
import { journalCalls } from "./calls/journal.ts";
import { mailCalls } from "./calls/mail.ts";
import { pactCalls } from "./calls/pact.ts";
import { platformCalls } from "./calls/platform.ts";
import { serverCalls } from "./calls/server.ts";
import { timeCalls } from "./calls/time.ts";
import { worldCalls } from "./calls/world.ts";
import { newServedClient } from "./served-client.ts";

const calls = [
  ...serverCalls,
  ...worldCalls,
  ...platformCalls,
  ...mailCalls,
  ...timeCalls,
  ...journalCalls,
  ...pactCalls,
];

/** Pages for a browser and their files, for which the client has no calls. */
const pages: readonly string[] = ["get-docs", "get-docs-asset", "get-console", "get-console-asset"];

describe("the client", () => {
  it.each(calls)("$method $does", async ({ operation, quotaPerHour = null, shows }) => {
    const served = await newServedClient({ quotaPerHour });
    await shows(served);
    expect(served.operations).toContain(operation);
  });

  it.each(controlOperations.map(({ id }) => id).filter((id) => !pages.includes(id)))(
    "has a call for the operation %s",
    (id) => {
      const operations = calls.map(({ operation }) => operation);
      expect(operations, "Missing in test/client/calls").toContain(id);
    },
  );

  it.each(methodsOf(newSandboxClient({ url: "http://127.0.0.1" })))(
    "has a test for its method %s",
    (method) => {
      const tested = [...calls.map((call) => call.method), "workspace"];
      expect(tested, "Missing in test/client/calls").toContain(method);
    },
  );

  it("has the same calls for the default workspace as for any other workspace by id", async () => {
    const { client, workspace, id } = await newServedClient();
    const [own, other] = [methodsOf(client), methodsOf(workspace)];
    expect(own).toEqual(expect.arrayContaining([...other]));
    await workspace.clock.advance(5);
    expect((await client.workspace(id).clock.get()).now).toBe("2026-03-02T09:00:00.005Z");
    expect((await client.workspace("default").clock.get()).mode).toBe("system");
  });
});

/** The name of every client method, in the client's order. */
function methodsOf(client: object, prefix = ""): readonly string[] {
  return Object.entries(client).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === "function") return [prefix + name];
    return typeof value === "object" && value !== null ? methodsOf(value, `${prefix}${name}.`) : [];
  });
}
