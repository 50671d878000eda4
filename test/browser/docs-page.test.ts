import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { apiOperations } from "../../src/api/operations.ts";
import { newSandboxClient } from "../../src/client/index.ts";
import { controlOperations } from "../../src/control/operations.ts";
import type { Sandbox, SandboxOptions } from "../../src/server/sandbox.ts";
import { listeningSandbox } from "../support/sandbox.ts";
import { isRemote } from "../support/target.ts";
import type { WatchedPage } from "./browser.ts";
import { hasBrowser, launch, newPage } from "./browser.ts";

const published = apiOperations().filter(({ permission }) => permission !== null);

const documents = [
  { name: "Lead API", count: published.length, first: "POST/firms/{firmId}/leads" },
  { name: "Control API", count: controlOperations.length, first: "GET/health" },
];

const locks = ".authorization__btn, .auth-wrapper .btn.authorize";

let browser: Browser | undefined;

interface Opened extends WatchedPage {
  readonly sandbox: Sandbox;
  readonly url: string;
}

/** Opens the page of a new sandbox and waits until it is rendered. */
async function open(path = "/docs", options: SandboxOptions = {}): Promise<Opened> {
  const { sandbox, url, controlUrl } = await listeningSandbox({ logLevel: "silent", ...options });
  if (browser === undefined) throw new Error("The browser did not start.");
  const watched = await newPage(browser);
  onTestFinished(() => watched.page.context().close());
  await watched.page.goto(controlUrl + path);
  await watched.page.locator(".opblock").first().waitFor();
  return { ...watched, sandbox, url };
}

async function choose(page: Page, name: string): Promise<void> {
  await page.locator("#select").selectOption({ label: name });
  await page.locator(".info .title", { hasText: name }).waitFor();
  await page.locator(".opblock").first().waitFor();
}

/** Removes the key that the page filled in. */
async function logOut(page: Page): Promise<void> {
  await page.locator(".auth-wrapper .btn.authorize.locked").click();
  await page.locator(".auth-btn-wrapper button", { hasText: "Logout" }).click();
  await page.locator(".auth-btn-wrapper .btn-done").click();
}

async function authorize(page: Page, credential: string): Promise<void> {
  await page.locator(".auth-wrapper .btn.authorize").click();
  await page.locator(".auth-container input").fill(credential);
  await page.locator(".auth-btn-wrapper .authorize").click();
  await page.locator(".auth-btn-wrapper .btn-done").click();
}

/** Sends the example of an operation from the page. Returns the status that the page shows. */
async function tryOut(page: Page, tag: string, operationId: string): Promise<string> {
  const operation = page.locator(`#operations-${tag}-${operationId}`);
  await operation.locator(".opblock-summary-control").click();
  await operation.locator(".try-out__btn").click();
  return execute(operation);
}

async function execute(operation: Locator): Promise<string> {
  await operation.locator(".execute").click();
  const row = operation.locator(".live-responses-table tbody tr").first();
  await row.waitFor();
  return (await row.locator(".response-col_status").innerText()).trim();
}

// Requires a sandbox in this process, and a browser that npm does not install.
describe.skipIf(isRemote || !hasBrowser("test/browser/docs-page.test.ts"))(
  "GET /_sandbox/docs in a browser without a network",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    }, 60_000);

    afterAll(() => browser?.close());

    it("opens with the document of the Lead API, and fills the window without scrolling or a margin", async () => {
      const { page } = await open();
      expect(await page.title()).toBe("lead-sandbox: Lead API and Control API");
      expect(await page.locator(".info .title").innerText()).toContain("Lead API");
      const bar = await page.locator(".topbar").boundingBox();
      const width = await page.evaluate("document.documentElement.clientWidth");
      expect(bar).toMatchObject({ x: 0, y: 0, width });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    });

    it("shows every operation of the document that is selected in the bar", async () => {
      const { page } = await open();
      // Select the shown one last, so that each selection is a change.
      for (const { name, count, first } of documents.toReversed()) {
        // oxlint-disable-next-line no-await-in-loop -- one choice after the other
        await choose(page, name);
        const operations = page.locator(".opblock");
        // oxlint-disable-next-line no-await-in-loop -- see above
        await expect.poll(() => operations.count()).toBe(count);
        // oxlint-disable-next-line no-await-in-loop -- see above
        expect((await operations.first().innerText()).replaceAll(/\s/g, "")).toContain(first);
      }
    });

    it("opens with the document that a link names, without locks, and sends its calls with their bodies", async () => {
      const { page, sandbox } = await open("/docs?urls.primaryName=Control%20API");
      sandbox.workspace().clock.set({ mode: "frozen", now: 0 });
      expect(await page.locator(".info .title").innerText()).toContain("Control API");
      expect(await page.locator(locks).count()).toBe(0);
      expect(await tryOut(page, "server", "get-health")).toBe("200");
      expect(await tryOut(page, "limits", "advance-clock")).toBe("200");
      expect(sandbox.workspace().clock.now()).toBe(3_600_000);
    });

    it("fills in the key of the default workspace, and contacts the sandbox only, without an error", async () => {
      const { page, origins, complaints, url } = await open();
      expect(await tryOut(page, "leads", "post-leads-for-firm")).toBe("201");
      await choose(page, "Control API");
      await tryOut(page, "server", "get-health");
      expect([...origins]).toEqual([url]);
      expect(complaints).toEqual([]);
    });

    it("sends the key that a user entered, also after a reload, and none after a logout: 401", async () => {
      const { page, sandbox, url } = await open();
      const { key, id: apiKeyId } = await newSandboxClient({ url }).apiKeys.issue({
        firmId: "Harb0rPt",
        roleType: "Partner",
        environment: "sandbox",
      });
      await logOut(page);
      expect(await tryOut(page, "leads", "get-leads")).toBe("401");
      await authorize(page, key);
      expect(await tryOut(page, "leads", "post-leads-for-firm")).toBe("201");
      const made = sandbox.workspace().journal.newest();
      expect(made).toMatchObject({ method: "POST", path: "/v1/firms/Harb0rPt/leads", apiKeyId });
      await page.reload();
      await page.locator(".opblock").first().waitFor();
      await tryOut(page, "leads", "get-leads");
      const read = sandbox.workspace().journal.newest();
      expect(read).toMatchObject({ method: "GET", path: "/v1/leads", apiKeyId });
    });

    it("fills in no key when the control API requires a token, and sends the token that a user enters", async () => {
      const { page } = await open("/docs", { controlToken: "secret" });
      expect(await tryOut(page, "leads", "get-leads")).toBe("401");
      await choose(page, "Control API");
      await expect.poll(() => page.locator(locks).count()).toBe(controlOperations.length + 1);
      expect(await tryOut(page, "server", "get-health")).toBe("401");
      await authorize(page, "secret");
      expect(await execute(page.locator("#operations-server-get-health"))).toBe("200");
    });

    it("is no wider than a phone with an operation open and answered, in light and dark mode", async () => {
      const { page } = await open();
      await page.setViewportSize({ width: 375, height: 812 });
      expect(await tryOut(page, "leads", "post-leads-for-firm")).toBe("201");
      await page.locator("#operations-leads-get-leads .opblock-summary-control").click();
      await page.locator("#operations-leads-get-leads .responses-table").waitFor();
      const widthIn = async (colorScheme: "light" | "dark"): Promise<unknown> => {
        await page.emulateMedia({ colorScheme });
        return page.evaluate("document.documentElement.scrollWidth");
      };
      expect([await widthIn("light"), await widthIn("dark")]).toEqual([375, 375]);
    });

    it("sends several paths of include in the format that the sandbox reads: 200", async () => {
      const { page, sandbox } = await open();
      const operation = page.locator("#operations-leads-get-leads");
      await operation.locator(".opblock-summary-control").click();
      await operation.locator(".try-out__btn").click();
      await operation
        .locator("tr[data-param-name=include] select")
        .selectOption(["Plans", "Plans.ClientProfiles"]);
      expect(await execute(operation)).toBe("200");
      const query = new URLSearchParams(sandbox.workspace().journal.newest()?.query);
      expect(query.get("include")).toBe("Plans,Plans.ClientProfiles");
    });

    it("blocks scripts that contact other hosts, by its content security policy", async () => {
      const { page, sandbox, complaints } = await open();
      const listening = await listeningSandbox({ logLevel: "silent" });
      const asked = page.evaluate(`fetch("${listening.controlUrl}/health")`);
      await expect(asked).rejects.toThrow("Failed to fetch");
      await expect.poll(() => complaints.join("\n")).toContain("Content Security Policy");
      expect(sandbox.workspace().journal.newest()).toBeNull();
    });
  },
);
