/**
 * The whole journey of a referral, through a partner's calls, a mail and a browser. No control API call converts the
 * Lead.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { at, column, text } from "../support/reply.ts";
import { isRemote } from "../support/target.ts";
import { hasBrowser, launch } from "./browser.ts";
import type { Journey, Setting } from "./journey.ts";
import { beginIn, email, mailOf, openMail, refer } from "./journey.ts";

const owner = "olive.owner@harbour-point.example";

let browser: Browser | undefined;

function begin(setting: Setting = {}): Promise<Journey> {
  if (browser === undefined) throw new Error("The browser did not start.");
  return beginIn(browser, setting);
}

/** Expects that the partner sees a converted Lead with Plans. */
async function expectConverted({ partner }: Journey, leadId: string): Promise<void> {
  expect((await partner("GET", `/leads/${leadId}`)).status).toBe(404);
  const lead = await partner("GET", `/leads/${leadId}?scope=withDeleted&include=Plans`);
  expect(typeof at(lead, "data.convertedAt")).toBe("string");
  const planIds = [text(lead, "data.plan_ids.0"), text(lead, "data.plan_ids.1")];
  const plans = await partner("GET", "/plans");
  for (const [index, type] of ["Buying", "Renewal"].entries()) {
    expect(at(lead, `data.Plans.${index}`)).toMatchObject({
      id: planIds[index],
      type,
      status: "New",
    });
    expect(column(plans, "id")).toContain(planIds[index]);
  }
}

async function signUp(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("heading", { name: "You have signed up" }).waitFor();
}

const settings: readonly (Setting & { readonly name: string })[] = [
  { name: "in the default workspace" },
  { name: "in another workspace", workspace: { id: "second", seed: 7 } },
  {
    name: "on a frozen clock",
    workspace: { now: "2031-05-05T09:00:00.000Z", quotaPerHour: 500 },
  },
  { name: "with a token for the control API", options: { controlToken: "s3cret" } },
];

// Requires a sandbox in this process, and a browser that npm does not install.
describe.skipIf(isRemote || !hasBrowser("test/browser/sign-up.test.ts"))(
  "the journey of a referral in a browser without a network",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    }, 60_000);

    afterAll(() => browser?.close());

    it("leads from the mail, its link and the form to a converted Lead with Plans that has left the alerts (3, 6)", async () => {
      const journey = await begin();
      const { page, url, tester, complaints, origins } = journey;
      const leadId = await refer(journey);
      await page.goto(`${url}/_sandbox/emails/${await mailOf(journey, "welcome", email)}/html`);
      await page.getByRole("link", { name: "Sign up" }).click();
      expect(await page.getByLabel("Email").inputValue()).toBe(email);
      expect(await page.getByText("this is a test environment").count()).toBe(1);
      await page.getByLabel("First name").fill("Maja");
      await page.getByRole("button", { name: "Sign up" }).click();
      await page.getByRole("heading", { name: "You have signed up" }).waitFor();
      await page.getByRole("heading", { name: "What happens next" }).waitFor();
      expect(await page.getByRole("listitem").allInnerTexts()).toContain(
        "Harbour Point Financial learns that you have signed up.",
      );
      await expectConverted(journey, leadId);

      const alert = await mailOf(journey, "converted", owner);
      await page.goto(`${url}/_sandbox/emails/${alert}/html`);
      expect(await page.getByText("Maja O'Hara").count()).toBeGreaterThan(0);
      await page.getByRole("link", { name: "Stop these messages" }).click();
      await page.getByRole("button", { name: "Stop these messages" }).click();
      await page.getByText(`${owner} has no subscription to these messages.`).waitFor();

      const second = await refer(journey, "second@example.com");
      await page.goto(
        `${url}/_sandbox/emails/${await mailOf(journey, "welcome", "second@example.com")}/html`,
      );
      await signUp(page);
      await expectConverted(journey, second);
      expect(column(await tester("/emails?kind=converted"), "id")).toEqual([alert]);
      const asked = column(await tester("/requests"), "path");
      expect(asked.filter((path) => !String(path).startsWith("/v1/"))).toEqual([]);
      expect({ complaints, origins: [...origins] }).toEqual({ complaints: [], origins: [url] });
    });

    it.each(settings)("ends with a converted Lead $name (3)", async (setting) => {
      const journey = await begin(setting);
      const leadId = await refer(journey);
      await openMail(journey, "welcome", email);
      await signUp(journey.page);
      await expectConverted(journey, leadId);
      await openMail(journey, "converted", owner);
      await journey.page.getByRole("link", { name: "Stop these messages" }).click();
      await journey.page.getByRole("button", { name: "Stop these messages" }).click();
      await journey.page.getByText(`${owner} has no subscription`).waitFor();
      expect(journey.complaints).toEqual([]);
    });

    it.each(["zoë@example.com", '"ana b"@example.com'])(
      "submits an email that the API accepts: %s (3)",
      async (who) => {
        const journey = await begin();
        const leadId = await refer(journey, who);
        await openMail(journey, "welcome", who);
        await signUp(journey.page);
        await expectConverted(journey, leadId);
        expect(journey.complaints).toEqual([]);
      },
    );

    it("works with the keyboard only, and labels each field", async () => {
      const journey = await begin();
      const { page } = journey;
      const leadId = await refer(journey);
      await openMail(journey, "welcome", email);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Sign up" }).waitFor();
      const focused: string[] = [];
      for (const typed of ["", "Maja", "Moss", "", ""]) {
        // oxlint-disable-next-line no-await-in-loop -- one key after the other
        await page.keyboard.press("Tab");
        // oxlint-disable-next-line no-await-in-loop -- sequential, as above
        focused.push(await page.evaluate<string>(nameOfFocused));
        // oxlint-disable-next-line no-await-in-loop -- sequential, as above
        await page.keyboard.type(typed);
      }
      expect(focused).toEqual([
        "Email",
        "First name",
        "Last name",
        "Referral code, if you have one",
        "Sign up",
      ]);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "You have signed up" }).waitFor();
      await expectConverted(journey, leadId);
    });

    it("keeps the entered values when the sign-up is refused, and continues from there", async () => {
      const journey = await begin();
      const { page } = journey;
      const leadId = await refer(journey);
      await openMail(journey, "welcome", email);
      await page.getByRole("link", { name: "Sign up" }).click();
      await page.getByLabel("First name").fill(hostileName);
      await page.getByLabel("Referral code").fill("NoSuchCode");
      await page.getByRole("button", { name: "Sign up" }).click();
      expect(await page.getByRole("alert").innerText()).toBe(
        'There is no referral code "NoSuchCode". Use a referral code of a Firm, or omit it.',
      );
      expect(await page.getByLabel("First name").inputValue()).toBe(hostileName);
      await page.getByLabel("Referral code").fill("");
      await page.getByRole("button", { name: "Sign up" }).click();
      await page.getByRole("heading", { name: "You have signed up" }).waitFor();
      await expectConverted(journey, leadId);
      await page.goto(
        `${journey.url}/_sandbox/emails/${await mailOf(journey, "converted", owner)}/html`,
      );
      expect(await page.getByText(hostileName).count()).toBeGreaterThan(0);
      expect(await page.evaluate("globalThis.wasRun ?? null")).toBe(null);
    });

    const looks = ([375, 1280] as const).flatMap((width) =>
      (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
    );

    it.each(looks)(
      "fits $width pixels in $colorScheme mode with long names and codes",
      async (look) => {
        const { page, url, complaints } = await begin();
        await page.setViewportSize({ width: look.width, height: 700 });
        await page.emulateMedia({ colorScheme: look.colorScheme });
        const long = "x".repeat(200);
        await page.goto(
          `${url}/_sandbox/sign-up?email=ada.active%40example.com&firstName=${long}&referralCode=${long}`,
        );
        expect(await page.evaluate(overflow)).toBe(0);
        await page.getByRole("button").click();
        await page.getByRole("alert").waitFor();
        expect(await page.evaluate(overflow)).toBe(0);
        await page.goto(`${url}/_sandbox/unsubscribe?member=HPowner1`);
        expect(await page.evaluate(overflow)).toBe(0);
        const isDark = (await page.evaluate<string>(textColour)) === "rgb(238, 241, 244)";
        expect(isDark).toBe(look.colorScheme === "dark");
        expect(complaints.filter((complaint) => !complaint.includes("422"))).toEqual([]);
      },
    );
  },
);

const hostileName = `"><img src=x onerror="globalThis.wasRun = 1"><script>wasRun = 2</script>`;

/** The label of the focused element, or its own text. */
const nameOfFocused =
  "(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()";
const overflow = "document.documentElement.scrollWidth - innerWidth";
const textColour = "getComputedStyle(document.body).color";
