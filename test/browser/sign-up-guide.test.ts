/** Runs the examples of docs/mail.md as written there. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { newServedClient, servedUrl } from "../library/client/served-client.ts";
import { isRemote } from "../support/target.ts";
import { ids } from "../support/world.ts";
import { hasBrowser, launch, newPage } from "./browser.ts";

const [guide = ""] = readFileSync("docs/mail.md", "utf8").split("## Mailpit without Mailpit");

function examples(language: string): readonly string[] {
  const blocks = guide.matchAll(/```(\w+)\n([^]*?)\n```/g);
  return Array.from(blocks, ([, name, body]) => (name === language ? (body ?? "") : "")).filter(
    (body) => body !== "",
  );
}

function withoutLayout(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

/** Runs a command as a reader does. Returns its output. */
function run(command: string, url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const names = { URL: url, FIRM: ids.partnerFirm, KEY: "11111111-1111-4111-8111-111111111111" };
  const child = spawn("bash", ["-c", command], { env: { ...process.env, ...names } });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString("utf8");
  });
  child.once("error", reject);
  child.once("close", () => resolve(printed));
  return promise;
}

let browser: Browser | undefined;

async function newVisitor(): Promise<Page> {
  if (browser === undefined) throw new Error("The browser did not start.");
  const { page } = await newPage(browser);
  onTestFinished(() => page.context().close());
  return page;
}

// Requires a sandbox in this process, and a browser that npm does not install.
describe.skipIf(isRemote || !hasBrowser("test/browser/sign-up-guide.test.ts"))(
  "docs/mail.md",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    }, 60_000);

    afterAll(() => browser?.close());

    it("contains every example for Playwright exactly as this test runs it", () => {
      const own = withoutLayout(readFileSync("test/browser/sign-up-guide.test.ts", "utf8"));
      const blocks = examples("ts");
      expect(blocks).toHaveLength(2);
      expect(blocks.filter((block) => !own.includes(withoutLayout(block)))).toEqual([]);
    });

    it("creates, by Playwright, a client with the entered name, and no alert for the next person", async () => {
      const { url, workspace, id: workspaceId, createLead } = await newServedClient();
      const page = await newVisitor();
      const leadId = await createLead("maya@example.com");
      const { id: mailId } = await workspace.emails.waitFor({ kind: "welcome" });
      await page.goto(`${url}/_sandbox/workspaces/${workspaceId}/emails/${mailId}/html`);
      await page.getByRole("link", { name: "Sign up" }).click();
      await page.getByLabel("First name").fill("Maja");
      await page.getByRole("button", { name: "Sign up" }).click();
      await page.getByRole("heading", { name: "You have signed up" }).waitFor();
      expect((await workspace.leads.get(leadId)).state).toBe("Converted");

      const { id: alertId } = await workspace.emails.waitFor({ kind: "converted" });
      await page.goto(`${url}/_sandbox/workspaces/${workspaceId}/emails/${alertId}/html`);
      await page.getByRole("link", { name: "Stop these messages" }).click();
      await page.getByRole("button", { name: "Stop these messages" }).click();
      await page.getByText("has no subscription to these messages").waitFor();
      await workspace.leads.convert(await createLead("next@example.com"));
      expect((await workspace.emails.list({ kind: "converted" })).meta.total).toBe(1);
    });

    it("gives the same result with each of its manual commands", async () => {
      const url = await servedUrl();
      const [refer = "", invitation = "", partner = "", alert = ""] = examples("sh");
      expect(examples("sh")).toHaveLength(4);
      expect(await run(refer, url)).toContain('"email":"maya@example.com"');
      const { data } = JSON.parse(await run(invitation, url));
      const page = await newVisitor();
      await page.goto(String(data.links[0]));
      expect(await page.getByLabel("Email").inputValue()).toBe("maya@example.com");
      expect(await page.getByLabel("Referral code").inputValue()).toBe(ids.partnerCode);
      await page.getByRole("button", { name: "Sign up" }).click();
      await page.getByRole("heading", { name: "You have signed up" }).waitFor();
      expect(await page.getByRole("listitem").first().innerText()).toBe("Buying");
      expect(await run(partner, url)).toMatch(/"plan_ids":\["\w{8}"\]/);
      expect(await run(alert, url)).toContain('"subject":"Maya Moreau signed up"');
    });
  },
);
