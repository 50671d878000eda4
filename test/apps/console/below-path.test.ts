import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { newSandboxClient } from "../../../src/library/client/index.ts";
import { hasBrowser, launch, newPage } from "../../browser/browser.ts";
import { isLong } from "../../long/size.ts";
import { passingProxy } from "../../server/sandbox/passing-proxy.ts";
import { serve } from "./console.ts";

let browser: Browser | undefined;

describe.runIf(hasBrowser("the console below a path")).each([
  { name: "takes the path off", isStripped: true },
  { name: "passes the path on", isStripped: false },
])("behind a proxy that $name", ({ isStripped }) => {
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => browser?.close());

  async function opened(path: string, controlToken?: string) {
    const served = await serve(controlToken === undefined ? {} : { controlToken });
    const base = (await passingProxy("/leads", isStripped, served.url)) + "/leads";
    const client = newSandboxClient({ url: served.url, token: controlToken });
    await client.publicUrl.set(base);
    if (browser === undefined) throw new Error("The browser did not start.");
    const watched = await newPage(browser);
    onTestFinished(() => watched.page.context().close());
    await watched.page.goto(base + path);
    return { ...watched, ...served, base };
  }

  it("the console shows Leads, their mails, signs one up and follows events", async () => {
    const { page, complaints, base, partner } = await opened("/_sandbox/");
    const body = { email: "maya@example.com", firstName: "Maya", lastName: "Moss" };
    await partner("POST", "/v1/firms/Harb0rPt/leads", body);
    await page.getByText("/v1/firms/Harb0rPt/leads").last().waitFor();
    const { data } = await newSandboxClient({ url: base })
      .workspace("default")
      .leads.list({ search: body.email });
    await page.goto(`${base}/_sandbox/#/default/leads/${data[0]?.id}`);
    await page.getByRole("button", { name: "Sign up", exact: true }).click();
    await page.getByText("maya@example.com signed up.").waitFor();
    const { data: mails } = await newSandboxClient({ url: base })
      .workspace("default")
      .emails.list();
    const frame = page.waitForEvent("requestfinished", (one) => one.url().includes("/html?links"));
    await page.goto(`${base}/_sandbox/#/default/mail/${mails[0]?.id}`);
    const loaded = await frame;
    expect((await loaded.response())?.status()).toBe(200);
    expect(loaded.url()).toContain(`${base}/_sandbox/workspaces/`);
    expect(complaints).toEqual([]);
  });

  // Each page finds the path in its own address, in either way of the proxy.
  it.runIf(isLong || !isStripped)("the API page sends requests below the path", async () => {
    const { page, complaints, base } = await opened("/_sandbox/docs");
    await page.locator(".opblock").first().waitFor();
    const list = page.locator(".opblock-get").first();
    await list.locator(".opblock-summary").click();
    await list.getByRole("button", { name: "Try it out" }).click();
    const sent = page.waitForRequest((request) => request.url().startsWith(`${base}/v1/`));
    await list.getByRole("button", { name: "Execute" }).click();
    expect((await sent).url()).toContain(`${base}/v1/`);
    expect(complaints.filter((one) => !one.includes("404"))).toEqual([]);
  });

  it("a token opens a session, with which the mail's frame loads", async () => {
    const { page, base } = await opened("/_sandbox/", "a-token");
    await page.getByLabel(/token/i).first().fill("a-token");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await page.context().cookies()).map(({ path }) => path))
      .toEqual(["/leads/_sandbox"]);
    await page.goto(`${base}/_sandbox/health`);
    await page.getByText("interfaceVersion").waitFor();
  });

  it("the page says what to set if the proxy hides the host and the sandbox does not know it", async () => {
    const served = await serve();
    const proxy = await passingProxy("", isStripped, served.url);
    if (browser === undefined) throw new Error("The browser did not start.");
    const { page } = await newPage(browser);
    onTestFinished(() => page.context().close());
    await page.goto(`${proxy}/_sandbox/#/default/limits`);
    await page.getByRole("button", { name: "Freeze the clock" }).click();
    await page.getByText("proxy_set_header Host $http_host").waitFor();
    expect(await page.getByRole("heading", { name: "Time and limits" }).count()).toBe(1);
  });
});
