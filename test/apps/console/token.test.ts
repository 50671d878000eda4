import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { replyOf, text } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import type { Console } from "./console.ts";
import { openConsole, refer } from "./console.ts";

const controlToken = "a-token-of-this-test";

let browser: Browser | undefined;

async function enter(page: Page, token: string, isKept = false): Promise<void> {
  await page.getByLabel("Control token").fill(token);
  if (isKept) await page.getByLabel("Keep it until this tab is closed").check();
  await page.getByRole("button", { name: "Open" }).click();
}

/** Creates a workspace, and returns its token and its first key. */
async function made(url: string, id: string) {
  const answer = await fetch(`${url}/_sandbox/workspaces`, {
    method: "POST",
    headers: { authorization: `Bearer ${controlToken}`, "content-type": "application/json" },
    body: JSON.stringify({ id }),
  });
  const reply = await replyOf(answer);
  return { token: text(reply, "data.token"), key: text(reply, "data.firms.0.apiKeys.0.key") };
}

/** The storage of the tab, and every URL that the tab requested. */
async function traces({ page }: Console): Promise<string> {
  return page.evaluate<string>(
    `JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, location.href,
      performance.getEntriesByType("resource").map(({ name }) => name)])`,
  );
}

describe.skipIf(isRemote || !hasBrowser("test/apps/console/token.test.ts"))(
  "the console of a sandbox with a control token",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("rejects a wrong token with a reason, and does not prompt again after the right one", async () => {
      const shown = await openConsole(browser, { controlToken });
      const { page, visit } = shown;
      await visit("#/default/world");
      await enter(page, "wrong");
      await page.getByRole("alert").getByText("Invalid control token.").waitFor();
      await enter(page, controlToken);
      await page.getByRole("heading", { name: "World", exact: true }).waitFor();
      await page.getByText("Live", { exact: true }).waitFor();
      for (const view of ["Leads", "Mail", "Rules", "Coverage"]) {
        // oxlint-disable-next-line no-await-in-loop -- one view after the other
        await page.getByRole("link", { name: view, exact: true }).click();
        // oxlint-disable-next-line no-await-in-loop -- sequential, as above
        await page.getByRole("heading", { name: view, exact: true }).waitFor();
      }
      expect(await page.getByLabel("Control token").count()).toBe(0);
      expect(await traces(shown)).not.toContain(controlToken);
      await page.reload();
      await page.getByText("Live", { exact: true }).waitFor();
      expect(await traces(shown)).not.toContain(controlToken);
    });

    it("stores the token only for this tab, and only if the user ticks that", async () => {
      const shown = await openConsole(browser, { controlToken });
      const { page, visit } = shown;
      await visit();
      await enter(page, controlToken, true);
      await page.getByText("Live", { exact: true }).waitFor();
      expect(await page.evaluate("Object.values({ ...sessionStorage })")).toEqual([controlToken]);
      expect(await page.evaluate("Object.values({ ...localStorage })")).toEqual([]);
      await page.reload();
      await page.getByText("Live", { exact: true }).waitFor();
      expect(page.url()).not.toContain(controlToken);
    });

    it("opens one workspace with the token of that, follows it live, and shows no other", async () => {
      const shown = await openConsole(browser, { controlToken, isolate: true });
      const { page, visit, url } = shown;
      const [own, other] = [await made(url, "own"), await made(url, "other")];
      await visit("#/other/activity");
      await enter(page, own.token);
      await expect.poll(() => page.url()).toContain("#/own/activity");
      await page.getByText("Live", { exact: true }).waitFor();
      await fetch(`${url}/v1/leads?limit=1`, { headers: { "x-api-key": own.key } });
      await page.getByText("/v1/leads").first().waitFor();
      for (const view of ["World", "Connect"]) {
        // oxlint-disable-next-line no-await-in-loop -- one view after the other
        await page.getByRole("link", { name: view, exact: true }).click();
        // oxlint-disable-next-line no-await-in-loop -- sequential, as above
        await page.getByRole("heading", { name: view, exact: true }).waitFor();
      }
      await page.getByText("LEAD_SANDBOX_WORKSPACE_TOKEN=").waitFor();
      await page.reload();
      await page.getByText("Live", { exact: true }).waitFor();
      expect(await page.getByLabel("Control token").count()).toBe(0);
      await page.evaluate('location.hash = "#/other/leads"');
      await page.getByRole("heading", { name: "The workspace other needs its token" }).waitFor();
      await enter(page, other.token);
      await page.getByRole("heading", { name: "Leads", exact: true }).waitFor();
      expect(await traces(shown)).not.toContain(other.token);
    });

    it("lists with the control token, and asks for the token of a workspace", async () => {
      const { page, visit, url } = await openConsole(browser, { controlToken, isolate: true });
      await made(url, "own");
      await visit("#/default/world");
      await enter(page, controlToken);
      await page.getByText("Live", { exact: true }).waitFor();
      await page.getByRole("link", { name: "own", exact: true }).click();
      const asked = page.getByRole("heading", { name: "The workspace own needs its token" });
      await expect.poll(() => asked.count()).toBe(1);
    });

    it("shows the HTML of a mail", async () => {
      const shown = await openConsole(browser, { controlToken });
      const { page, visit } = shown;
      await refer(shown, "maya@example.com");
      await visit("#/default/mail");
      await enter(page, controlToken);
      await page.getByRole("link", { name: /maya@example.com/ }).click();
      const signUp = page.frameLocator("iframe.frame").getByRole("link", { name: "Sign up" });
      await expect.poll(() => signUp.count()).toBe(1);
    });
  },
);
