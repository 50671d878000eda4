import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { newSandboxClient } from "../../src/library/client/index.ts";
import { apiOperations } from "../../src/server/api/routes/operations.ts";
import { controlOperations } from "../../src/server/control/calls/operations.ts";
import type { Sandbox, SandboxOptions } from "../../src/server/sandbox/sandbox.ts";
import { openSandbox } from "../../src/server/sandbox/sandbox.ts";
import { listeningSandbox } from "../support/sandbox.ts";
import { isRemote } from "../support/target.ts";
import type { WatchedPage } from "./browser.ts";
import { hasBrowser, launch, newPage } from "./browser.ts";

const published = apiOperations.filter(({ permission }) => permission !== null);

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

/** Opens a page and waits until it is rendered, which takes seconds. */
async function rendered(address: string): Promise<WatchedPage> {
  if (browser === undefined) throw new Error("The browser did not start.");
  const watched = await newPage(browser);
  await watched.page.goto(address);
  await watched.page.locator(".opblock").first().waitFor();
  return watched;
}

/** Opens the page of a new sandbox. */
async function open(path = "/docs", options: SandboxOptions = {}): Promise<Opened> {
  const { sandbox, url, controlUrl } = await listeningSandbox({ logLevel: "silent", ...options });
  const watched = await rendered(controlUrl + path);
  onTestFinished(() => watched.page.context().close());
  return { ...watched, sandbox, url };
}

/** The page that the tests share which change neither its key nor its address. */
async function openShared(): Promise<Opened & { readonly end: () => Promise<void> }> {
  const sandbox = openSandbox({ port: 0, logLevel: "silent" });
  const { url, controlUrl, close } = await sandbox.listen();
  const watched = await rendered(`${controlUrl}/docs`);
  const end = async (): Promise<void> => {
    await watched.page.context().close();
    await close();
    sandbox.close();
  };
  return { ...watched, sandbox, url, end };
}

/** Selects a document in the bar, unless the page shows it. */
async function choose(page: Page, name: string): Promise<void> {
  if ((await page.locator(".info .title", { hasText: name }).count()) > 0) return;
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

/** Opens an operation, unless an earlier test did, with fields for its parameters. */
async function fieldsOf(page: Page, tag: string, operationId: string): Promise<Locator> {
  const operation = page.locator(`#operations-${tag}-${operationId}`);
  const isOpen = (await operation.locator(".opblock-body").count()) > 0;
  if (!isOpen) await operation.locator(".opblock-summary-control").click();
  await operation.locator(".try-out__btn").waitFor();
  const isTried = (await operation.locator(".try-out__btn.cancel").count()) > 0;
  if (!isTried) await operation.locator(".try-out__btn").click();
  return operation;
}

/** Sends the example of an operation from the page. Returns the status that the page shows. */
async function tryOut(page: Page, tag: string, operationId: string): Promise<string> {
  return execute(await fieldsOf(page, tag, operationId));
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
    let shared: Awaited<ReturnType<typeof openShared>>;
    beforeAll(async () => {
      browser = await launch();
      shared = await openShared();
    }, 60_000);

    afterAll(async () => {
      await shared.end();
      await browser?.close();
    });

    it("opens with the document of the Lead API, and fills the window without scrolling or a margin", async () => {
      const { page } = shared;
      expect(await page.title()).toBe("lead-sandbox: Lead API and Control API");
      expect(await page.locator(".info .title").innerText()).toContain("Lead API");
      const bar = await page.locator(".topbar").boundingBox();
      const width = await page.evaluate("document.documentElement.clientWidth");
      expect(bar).toMatchObject({ x: 0, y: 0, width });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    });

    it("fills in the key of the default workspace, and contacts the sandbox only, without an error", async () => {
      const { page, origins, complaints, url } = shared;
      await choose(page, "Lead API");
      expect(await tryOut(page, "leads", "post-leads-for-firm")).toBe("201");
      await choose(page, "Control API");
      expect(await tryOut(page, "server", "get-health")).toBe("200");
      expect([...origins]).toEqual([url]);
      expect(complaints).toEqual([]);
    });

    it("shows every operation of the document that is selected in the bar", async () => {
      const { page } = shared;
      // The Lead API is selected last, as the tests below need it.
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

    it("sends several paths of include in the format that the sandbox reads: 200", async () => {
      const { page, sandbox } = shared;
      const operation = await fieldsOf(page, "leads", "get-leads");
      await operation
        .locator("tr[data-param-name=include] select")
        .selectOption(["Plans", "Plans.ClientProfiles"]);
      expect(await execute(operation)).toBe("200");
      const query = new URLSearchParams(sandbox.workspace().journal.newest()?.query);
      expect(query.get("include")).toBe("Plans,Plans.ClientProfiles");
    });

    it("is no wider than a phone with operations open and answered, in light and dark mode", async () => {
      const { page } = shared;
      await page.setViewportSize({ width: 375, height: 812 });
      await tryOut(page, "leads", "get-leads");
      await tryOut(page, "leads", "post-leads-for-firm");
      const widthIn = async (colorScheme: "light" | "dark"): Promise<unknown> => {
        await page.emulateMedia({ colorScheme });
        return page.evaluate("document.documentElement.scrollWidth");
      };
      expect([await widthIn("light"), await widthIn("dark")]).toEqual([375, 375]);
    });

    it("blocks scripts that contact other hosts, by its content security policy", async () => {
      const { page, complaints } = shared;
      const listening = await listeningSandbox({ logLevel: "silent" });
      const asked = page.evaluate(`fetch("${listening.url}/v1/leads")`);
      await expect(asked).rejects.toThrow("Failed to fetch");
      await expect.poll(() => complaints.join("\n")).toContain("Content Security Policy");
      expect(listening.sandbox.workspace().journal.newest()).toBeNull();
    });

    it("opens with the document that a link names, without locks, and sends its calls with their bodies", async () => {
      const { page, sandbox } = await open("/docs?urls.primaryName=Control%20API");
      sandbox.workspace().clock.set({ mode: "frozen", now: 0 });
      expect(await page.locator(".info .title").innerText()).toContain("Control API");
      expect(await page.locator(locks).count()).toBe(0);
      expect(await tryOut(page, "limits", "advance-clock")).toBe("200");
      expect(sandbox.workspace().clock.now()).toBe(3_600_000);
    });

    it("sends the key that a user entered, also after a reload, and none after a logout: 401", async () => {
      const { page, sandbox, url } = await open();
      const { key, id: apiKeyId } = await newSandboxClient({ url }).apiKeys.issue({
        firmId: "Harb0rPt",
        roleType: "Partner",
        environment: "sandbox",
      });
      await logOut(page);
      // One small operation, as the page takes a second for each answer.
      const operation = await fieldsOf(page, "leads", "get-leads");
      expect(await execute(operation)).toBe("401");
      await authorize(page, key);
      await operation.locator(".execute").click();
      const read = { method: "GET", path: "/v1/leads", apiKeyId };
      await expect.poll(() => sandbox.workspace().journal.newest()).toMatchObject(read);
      await page.reload();
      await page.locator(".opblock").first().waitFor();
      expect(await tryOut(page, "leads", "get-leads")).toBe("200");
      expect(sandbox.workspace().journal.newest()).toMatchObject(read);
    });

    it("fills in no key when the control API requires a token, and sends the token that a user enters", async () => {
      const { page } = await open("/docs", { controlToken: "secret" });
      expect(await tryOut(page, "leads", "get-leads")).toBe("401");
      await choose(page, "Control API");
      await expect.poll(() => page.locator(locks).count()).toBe(controlOperations.length + 1);
      expect(await tryOut(page, "server", "get-health")).toBe("401");
      await authorize(page, "secret");
      expect(await tryOut(page, "server", "get-health")).toBe("200");
    });
  },
);
