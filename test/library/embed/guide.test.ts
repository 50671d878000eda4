import { readFileSync } from "node:fs";

import { getGlobalDispatcher, request, setGlobalDispatcher } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";

import { createSandbox } from "../../../src/index.ts";
import { intercept } from "../../../src/library/embed/msw.ts";
import { mockAgent } from "../../../src/library/embed/undici.ts";
import { runVitest } from "./vitest-run.ts";

const page = readFileSync("docs/test.md", "utf8");
const [inProcess = ""] = /^## In process$[^]*?(?=^## )/m.exec(page) ?? [];

/** The program under test of the guides. */
class LeadProgram {
  readonly to: { readonly url: string; readonly apiKey: string; readonly fetch?: typeof fetch };

  constructor(to: LeadProgram["to"]) {
    this.to = to;
  }

  async refer({ firmId, email }: { firmId: string; email: string }): Promise<void> {
    const { url, apiKey, fetch: send = fetch } = this.to;
    const sent = await send(`${url}/v1/firms/${firmId}/leads`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ email, firstName: "Maya", lastName: "Moreau" }),
    });
    if (!sent.ok) throw new Error(`The Lead was answered ${sent.status}.`);
  }
}

describe("docs/test.md, in process", () => {
  it("contains every example exactly as this test runs it", () => {
    const own = withoutLayout(readFileSync("test/library/embed/guide.test.ts", "utf8"));
    const blocks = examples(inProcess).map((block) =>
      block.replaceAll(/^import .*\n/gm, "").trim(),
    );
    expect(blocks.length).toBeGreaterThanOrEqual(6);
    expect(blocks.filter((block) => !own.includes(withoutLayout(block)))).toEqual([]);
  });

  it("shows how to create a sandbox and a workspace, with and without a port", async () => {
    const sandbox = await createSandbox();
    const { url, apiKey, firmId, fetch, client } = await sandbox.workspace();
    onTestFinished(() => sandbox.close());
    const program = new LeadProgram({ url, apiKey, fetch });
    await program.refer({ firmId, email: "maya@example.com" });
    const { leads } = await client.signUp({ email: "maya@example.com" });
    expect(leads.map(({ state }) => state)).toEqual(["Converted"]);
    const workspace = await sandbox.workspace({ now: "2026-03-02T09:00:00.000Z" });
    try {
      await new LeadProgram(workspace).refer({ firmId, email: "maya@example.com" });
      await workspace.client.clock.advance("P30D");
    } finally {
      await workspace.drop();
    }
    {
      const { url: servedUrl } = await sandbox.listen();
      const served = await fetch(`${servedUrl}/v1/leads`, { headers: { "x-api-key": apiKey } });
      expect(served.status).toBe(200);
      const realtor = await sandbox.listen({ surface: "realtor-sandbox" });
      expect(realtor.url).not.toBe(servedUrl);
    }
  });

  it("shows how to intercept the provider's hosts", async () => {
    const sandbox = await createSandbox();
    onTestFinished(() => sandbox.close());
    const { apiKey } = await sandbox.workspace();
    const interception = intercept(sandbox);
    const answer = await globalThis.fetch("https://api.partner.dit.example.test/v1/leads", {
      headers: { "x-api-key": apiKey },
    });
    expect(answer.status).toBe(200);
    interception.stop();
    const before = getGlobalDispatcher();
    onTestFinished(() => setGlobalDispatcher(before));
    const agent = mockAgent(sandbox);
    setGlobalDispatcher(agent);
    const reply = await request("https://api.partner.dit.example.test/v1/leads", {
      headers: { "x-api-key": apiKey },
    });
    expect(reply.statusCode).toBe(200);
    await reply.body.dump();
  });
});

describe("docs/test.md and the README", () => {
  it("have examples for Vitest that run as written there", async () => {
    const [first = "", options = ""] = examples(page);
    const readme = readFileSync("README.md", "utf8");
    const [, whole = ""] = /```js\n(import [^]*?"lead-sandbox\/vitest"[^]*?)```/.exec(readme) ?? [];
    expect(page).toContain("Save this as `leads.test.js`");
    const files = {
      "leads.test.js": first,
      "whole.test.js": whole,
      "lead-test.ts": options,
      "options.test.ts": [
        'import { expect } from "vitest";',
        'import { test } from "./lead-test.ts";',
        'test("has the options", async ({ workspace }) => {',
        '  expect((await workspace.client.clock.get()).now).toBe("2026-03-02T09:00:00.000Z");',
        "});",
      ].join("\n"),
    };
    // One process loads the server once for all of them.
    const run = await runVitest(files, "isolate: false, maxWorkers: 1");
    const { code, stdout, stderr } = run;
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/Tests {2}3 passed/);
  }, 60_000);
});

function examples(text: string): readonly string[] {
  return Array.from(text.matchAll(/```ts\n([^]*?)\n```/g), ([, block = ""]) => `${block}\n`);
}

/** Code without whitespace that a formatter may change. */
function withoutLayout(code: string): string {
  return code.replaceAll(/\s+/g, "").replaceAll(/,(?=[)}\]])/g, "");
}
