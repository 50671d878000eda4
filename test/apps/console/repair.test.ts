/** From a refusal to an accepted request within the panel, and new requests by the same form. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import type { Reply } from "../../support/reply.ts";
import { at, column, text } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { goTo, leadsPath, openConsole, partnerKey, refer } from "./console.ts";

const lead = { firstName: "Maya", lastName: "Lindqvist", email: "maya@example.com" };
const wrong = { firstName: 3, email: "bad", nope: 1, clientData: { Plans: [{ type: "x" }] } };

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/repair.test.ts"))(
  "the repair of a refused request",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("marks each refused field, shows its rule and what is accepted, and sends it corrected", async () => {
      const { page, visit, partner, tester } = await openConsole(browser);
      const refused = await partner("POST", leadsPath, wrong);
      await visit(`#/default/activity/${refused.headers.get("x-sandbox-request-id")}`);
      const part = page.getByRole("region", { name: "Repair" });
      await part.getByText("a dry run answers 201").waitFor();
      const marked = await part.locator(".json-marked").allInnerTexts();
      expect(marked.map((line) => line.split(":")[0])).toEqual([
        "firstName",
        "email",
        "nope",
        "type",
      ]);
      const fields = await part.locator(".refused li").allInnerTexts();
      expect(fields).toEqual([
        expect.stringMatching(/^email INVALID.*lead\.email\.format[^]*Accepted: string, email/),
        expect.stringMatching(/^firstName INCORRECT_TYPE.*lead\.fields[^]*Accepted: string/),
        expect.stringMatching(/^lastName REQUIRED.*lead\.required/),
        expect.stringMatching(/^clientData\.Plans\.0\.type INVALID.*plan\.type[^]*one of Buying/),
        expect.stringMatching(/^nope UNSUPPORTED.*lead\.unknown-field/),
      ]);
      await part.getByRole("button", { name: "Send it corrected" }).click();
      await page.getByRole("heading", { level: 2, name: /201.*POST/ }).waitFor();
      const kept = await tester("GET", "/leads?search=nora");
      expect(at(kept, "data.0.clientData.Plans.0.type")).toBe("Buying");
    });

    it("corrects a taken email, and opens the corrected request for editing", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner } = shown;
      await refer(shown, lead.email);
      const refused = await partner("POST", leadsPath, lead);
      await visit(`#/default/activity/${refused.headers.get("x-sandbox-request-id")}`);
      await page.getByText("a dry run answers 201").waitFor();
      await page.getByRole("button", { name: "Edit it first" }).click();
      await expect.poll(() => page.getByLabel("Body").inputValue()).toMatch(/maya\+\d+@example/);
    });

    it("names the key that may, and advances the clock until a key may again", async () => {
      const { page, url, visit, partner, tester } = await openConsole(browser);
      const unknown = await fetch(`${url}/v1/leads/LeadHPa1`);
      await visit(`#/default/activity/${unknown.headers.get("x-sandbox-request-id")}`);
      await page.getByRole("button", { name: "Send it with the key HPkeySbx" }).click();
      await page.getByRole("heading", { level: 2, name: /200.*GET/ }).waitFor();
      const archived = await partner("GET", "/v1/leads/LeadHPx1");
      await visit(`#/default/activity/${archived.headers.get("x-sandbox-request-id")}`);
      await page.getByRole("button", { name: "Send it with scope=withDeleted" }).click();
      await page.getByRole("heading", { level: 2, name: /200.*GET/ }).waitFor();
      expect(await page.getByRole("region", { name: "Repair" }).count()).toBe(0);
      await tester("POST", "/quotas/HPkeySbx/use", { count: 500 });
      const limited = await partner("GET", "/v1/leads");
      expect(limited.status).toBe(429);
      await visit(`#/default/activity/${limited.headers.get("x-sandbox-request-id")}`);
      await page.getByRole("button", { name: "Advance the clock until it is allowed" }).click();
      await page.getByText("HPkeySbx may send again.").waitFor();
      await page.getByRole("button", { name: "Send it again" }).click();
      await page.getByRole("heading", { level: 2, name: /200.*GET/ }).waitFor();
    });

    it("first advances the clock for an old 422 whose key may not send now, then corrects it", async () => {
      const { page, visit, partner, tester } = await openConsole(browser);
      const refused = await partner("POST", leadsPath, wrong);
      await tester("PUT", "/clock", { mode: "frozen" });
      await tester("POST", "/quotas/HPkeySbx/use", { count: 500 });
      await visit(`#/default/activity/${refused.headers.get("x-sandbox-request-id")}`);
      const part = page.getByRole("region", { name: "Repair" });
      await part.getByText("A dry run of the same request answers 429").waitFor();
      expect(await part.getByRole("button", { name: "Send it corrected" }).count()).toBe(0);
      await part.getByRole("button", { name: "Advance the clock until it is allowed" }).click();
      await part.getByText("a dry run answers 201").waitFor();
      await part.getByRole("button", { name: "Send it corrected" }).click();
      await page.getByRole("heading", { level: 2, name: /201.*POST/ }).waitFor();
    });

    it("has a next step for every refusal, and none of those that a dry run refuses", async () => {
      const shown = await openConsole(browser);
      const { url, visit, page, partner } = shown;
      await visit();
      const json = { "x-api-key": partnerKey, "content-type": "application/json" };
      const send = (
        path: string,
        headers: Readonly<Record<string, string>>,
        init: RequestInit = {},
      ) => fetch(url + path, { ...init, headers });
      const post = (body: string, headers = json) =>
        send(leadsPath, headers, { method: "POST", body });
      const cases: readonly (readonly [string, Promise<Response> | Promise<Reply>, RegExp])[] = [
        ["broken JSON", post('{\n  "email": maya\n}'), /line 2, column 12 on: maya/],
        ["a list", post("[1]"), /Send it with the documented body/],
        ["a text", post('"text"'), /Send it with the documented body/],
        ["text", post("{}", { ...json, "content-type": "text/plain" }), /Edit it first/],
        ["a typo", partner("GET", "/v1/leads/LeadHPa9"), /Send it with LeadHPa1/],
        ["no operation", partner("GET", "/v1/leeds"), /Send it as GET \/v1\/leads\s/],
        ["no such path", partner("GET", "/v2/no/where"), /Send it as GET \/v1\/\w+/],
        ["no method", partner("PUT", "/v1/leads/LeadHPa1"), /as GET \/v1\/leads\/LeadHPa1\s/],
        ["no key", send("/v1/leads", {}), /Send it with the key HPkeySbx/],
        ["a query", partner("GET", "/v1/leads?limit=x"), /Send it without limit/],
      ];
      for (const [name, sent, step] of cases) {
        /* oxlint-disable no-await-in-loop -- one page, one refusal after the other */
        const answer = await sent;
        expect({ name, isRefused: answer.status >= 400 }).toEqual({ name, isRefused: true });
        const id = answer.headers.get("x-sandbox-request-id") ?? "";
        await goTo(shown, `activity/${id}`);
        await page.getByRole("region", { name: "Request" }).getByText(id).waitFor();
        const part = page.getByRole("region", { name: "Repair" });
        await part.getByRole("button", { name: "Edit it first" }).waitFor();
        expect({ name, text: await part.innerText() }).toEqual({
          name,
          text: expect.stringMatching(step),
        });
        /* oxlint-enable no-await-in-loop */
      }
    });

    it("composes a request from an operation, the world's records, a query and headers", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      const id = await refer(shown, lead.email);
      await visit("#/default/world");
      await page.getByRole("link", { name: "New request" }).click();
      const operation = page.getByLabel("Operation");
      await operation.waitFor();
      expect(await page.getByLabel("Path and query").inputValue()).toBe(leadsPath);
      await operation.selectOption("get-lead");
      await expect
        .poll(() => page.getByLabel("Path and query").inputValue())
        .toBe(`/v1/leads/${id}`);
      const known = await page
        .locator("#ids-leadId option")
        .evaluateAll((options) => options.map((option) => option.getAttribute("value")));
      expect(known).toContain("LeadHPa1");
      await page.getByLabel("leadId", { exact: true }).fill("LeadHPx1");
      await page.getByLabel("scope", { exact: true }).fill("withDeleted");
      await page.getByLabel("Headers, one on each line").fill("traceparent: 00-ab-cd-01");
      await page.evaluate(`location.hash = "#/default/leads"`);
      await page.getByLabel("Search Leads").waitFor();
      await page.keyboard.press("n");
      expect(await page.getByLabel("Path and query").inputValue()).toBe(
        "/v1/leads/LeadHPx1?scope=withDeleted",
      );
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByRole("heading", { level: 2, name: /200.*GET/ }).waitFor();
      const sent = await tester("GET", "/requests?limit=1");
      expect(column(sent, "status")).toEqual([200]);
      expect(text(sent, "data.0.request.headers.traceparent")).toBe("00-ab-cd-01");
      await page.keyboard.press("n");
      await page.getByLabel("Headers, one on each line").fill("no colon");
      await page.getByRole("button", { name: "Explain, changing nothing" }).click();
      await page.getByText('"no colon" is not a header. Expected a line such as').waitFor();
    });

    it("composes a path with percent signs as typed", async () => {
      const { page, visit, complaints } = await openConsole(browser);
      await visit("#/default/activity/new");
      await page.getByLabel("Method").selectOption("GET");
      const target = page.getByLabel("Path and query");
      const id = page.getByLabel("leadId", { exact: true });
      for (const [path, leadId, scope] of [
        ["/v1/leads/100%", "100%", ""],
        ["/v1/leads/%zz?scope=%", "%zz", "%"],
        ["/v1/leads/a%2Fb?scope=a?b", "a/b", "a?b"],
      ] as const) {
        /* oxlint-disable no-await-in-loop -- one page, one path after the other */
        await target.fill(path);
        await expect.poll(() => id.inputValue()).toBe(leadId);
        expect(await page.getByLabel("scope", { exact: true }).inputValue()).toBe(scope);
        await id.fill("50%");
        expect(await target.inputValue()).toBe(path.replace(/leads\/[^?]*/, "leads/50%25"));
        /* oxlint-enable no-await-in-loop */
      }
      expect(complaints).toEqual([]);
    });
  },
);
