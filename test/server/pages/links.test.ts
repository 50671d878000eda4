import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { pageLinks } from "../../../src/server/pages/links.ts";
import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import { newAddress } from "../../../src/server/sandbox/served-address.ts";
import { anyCharacter } from "../../support/any-text.ts";
import { replyOf } from "../../support/reply.ts";
import { newSandbox } from "../../support/sandbox.ts";
import { isRemote } from "../../support/target.ts";
import { ids } from "../../support/world.ts";
import { opened, servedOn } from "../control/opened.ts";
import { filledIn } from "./page-visits.ts";

/** The link in a mail of the default workspace. */
async function linkIn(
  { workspace }: Awaited<ReturnType<typeof opened>>,
  kind: string,
): Promise<string> {
  const { rows } = workspace.store().outbox.list({}, { limit: 10, offset: 0 });
  return rows.find(({ content }) => content.kind === kind)?.links[0] ?? "none";
}

/** The links of the three kinds of mail in a sandbox with those settings. */
async function linksUnder(options: SandboxOptions) {
  return linksOf(await opened(options));
}

async function linksOf(open: Awaited<ReturnType<typeof opened>>) {
  const body = { email: "maya@example.com", firstName: "Maya", lastName: "Moreau" };
  await open.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { body });
  await open.control("POST", "/sign-ups", { email: "maya@example.com" });
  await open.control("POST", `/plans/${ids.plan}/status`, { status: "Completed" });
  return {
    welcome: await linkIn(open, "welcome"),
    converted: await linkIn(open, "converted"),
    planUpdated: await linkIn(open, "plan-updated"),
  };
}

/** The same links below `base`. */
function linksBelow(base: string) {
  const pages = `${base}/_sandbox/workspaces/default`;
  const unsubscribe = `${pages}/unsubscribe?member=${ids.partnerOwner}`;
  return {
    welcome: `${pages}/sign-up?referralCode=${ids.partnerCode}&email=maya%40example.com`,
    converted: unsubscribe,
    planUpdated: unsubscribe,
  };
}

// The address of a sandbox is one of its settings.
describe.skipIf(isRemote)("the links in mails", () => {
  it.each([
    { name: "of a sandbox that does not listen", options: {}, base: "http://127.0.0.1:4610" },
    {
      name: "of a sandbox on any free port",
      options: { port: 0 },
      base: "http://127.0.0.1:4610",
    },
    { name: "of one with a port", options: { port: 5001 }, base: "http://127.0.0.1:5001" },
    {
      name: "of a sandbox with a public URL",
      options: { publicUrl: "https://leads.example.test/behind/" },
      base: "https://leads.example.test/behind",
    },
  ])("$name lead to $base", async ({ options, base }) => {
    expect(await linksUnder(options)).toEqual(linksBelow(base));
  });

  it("point to the port of the served sandbox, which serves the page", async () => {
    const served = await servedOn();
    const links = await linksOf(served);
    expect(links).toEqual(linksBelow(served.url));
    const reply = await replyOf(await fetch(links.welcome));
    expect(reply.status).toBe(200);
    expect(filledIn(reply)["email"]).toBe("maya@example.com");
  });

  it("point to a reachable address when the sandbox listens on all addresses", async () => {
    const served = await servedOn({ host: "0.0.0.0" });
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await linksOf(served)).toEqual(linksBelow(served.url));
  });

  it("point to an external sign-up page with only the referral code, and to the sandbox to unsubscribe (1.7)", async () => {
    const signUpUrl = "https://app.example.test/join?lang=fr&referralCode=old#form";
    expect(await linksUnder({ signUpUrl })).toEqual({
      ...linksBelow("http://127.0.0.1:4610"),
      welcome: `https://app.example.test/join?lang=fr&referralCode=${ids.partnerCode}#form`,
    });
  });

  it.each([
    { name: "public host", host: "leads.example.test", status: 200 },
    { name: "public host in capitals", host: "LEADS.EXAMPLE.TEST", status: 200 },
    { name: "another", host: "evil.example", status: 403 },
    { name: "one below it", host: "x.leads.example.test", status: 403 },
  ])("point to a page that answers $status at its $name", async ({ host, status }) => {
    const sandbox = newSandbox({ publicUrl: "https://leads.example.test" });
    const answer = await sandbox.fetch(new Request(`https://${host}/_sandbox/sign-up`));
    expect(answer.status).toBe(status);
  });

  it.each(["leads.example.test", "ftp://leads.example.test", "mailto:a@example.com", ""])(
    "cannot use the public URL %j: the sandbox fails to start",
    (publicUrl) => {
      expect(() => openSandbox({ publicUrl })).toThrow("--public-url");
    },
  );
});

describe("newAddress", () => {
  it.each([
    { served: "http://[::1]:4610", url: "http://[::1]:4610" },
    { served: "http://10.0.0.0:4610", url: "http://10.0.0.0:4610" },
    { served: "https://leads.example.test/a", url: "https://leads.example.test/a" },
  ])("is $url once it is served at $served", ({ served, url }) => {
    const address = newAddress({
      publicUrl: null,
      port: 4610,
      httpsPort: null,
      allowHosts: [],
      controlHosts: [],
    });
    address.served(served, null);
    expect(address.url()).toBe(url);
  });
});

describe("pageLinks", () => {
  const base = "http://127.0.0.1:4610";
  const own = pageLinks(() => base, null);
  const inSandbox = { environment: "sandbox" } as const;

  it("names the environment in an invitation by a production key (rule env.data)", () => {
    const invitation = { email: "m@example.com", referralCode: "c" };
    expect(own.signUp("ws-1", { ...invitation, environment: "production" })).toBe(
      `${base}/_sandbox/workspaces/ws-1/sign-up?referralCode=c&email=m%40example.com&environment=production`,
    );
  });

  it("encodes every parameter by the URL standard, with and without a referral code", () => {
    const texts = fc.string({ unit: anyCharacter });
    fc.assert(
      fc.property(texts, fc.option(texts), (email, referralCode) => {
        const invitation = { email, referralCode, ...inSandbox };
        const { searchParams, href } = new URL(own.signUp("ws-1", invitation));
        const expected = new URL(`${base}/_sandbox/workspaces/ws-1/sign-up`);
        if (referralCode !== null) expected.searchParams.set("referralCode", referralCode);
        expected.searchParams.set("email", email);
        expect(own.signUp("ws-1", invitation)).toBe(expected.href);
        expect([href, searchParams.get("email")]).toEqual([expected.href, email.toWellFormed()]);
      }),
    );
  });

  it("uses the current address of the sandbox, in URL syntax", () => {
    let served = "http://127.0.0.1:4610";
    const links = pageLinks(() => served, null);
    const before = links.unsubscribe("ws-1", "member");
    served = "https://LEADS.example.test:443/a";
    expect([before, links.unsubscribe("ws-1", "member")]).toEqual([
      "http://127.0.0.1:4610/_sandbox/workspaces/ws-1/unsubscribe?member=member",
      "https://leads.example.test/a/_sandbox/workspaces/ws-1/unsubscribe?member=member",
    ]);
  });

  it("encodes special characters in names", () => {
    expect(own.unsubscribe("a/b?c#d", "e&f=g h")).toBe(
      `${base}/_sandbox/workspaces/a%2Fb%3Fc%23d/unsubscribe?member=e%26f%3Dg+h`,
    );
  });

  it("keeps the URL of the external page unchanged if the Firm has no referral code", () => {
    const other = pageLinks(() => base, "https://app.example.test/join");
    const invitation = { email: "maya@example.com", referralCode: null, ...inSandbox };
    expect(other.signUp("ws-1", invitation)).toBe("https://app.example.test/join");
  });
});
