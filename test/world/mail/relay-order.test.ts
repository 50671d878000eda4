/** The order of relayed mail, within one workspace and between several. */
import { describe, expect, it, onTestFinished } from "vitest";

import { sized } from "../../long/size.ts";
import { capture, decided, emails, recipientsOf, relayed } from "./relayed.ts";
import { refusal, smtpServerWith } from "./smtp-servers.ts";

/** Mails of each workspace. */
const mailsEach = sized(40, 100);

describe("the relay", () => {
  it("does not hold up a workspace when the server defers another's message", async () => {
    const server = await smtpServerWith({
      onRecipient: (address) =>
        address.startsWith("grey") && server.taken.length < 10 ? refusal(450, "not yet") : null,
    });
    const slow = { retries: { firstMs: 50, mostMs: 50, serverMostMs: 50, attempts: 1_000 } };
    const world = relayed({ smtpUrl: server.url }, slow);
    const held = world.workspace("held");
    capture(held, "grey@client.example");
    const free = world.workspace("free");
    for (const email of emails(10)) capture(free, email);
    await Promise.all([decided(held), decided(free)]);
    expect(recipientsOf(server)).toEqual([...emails(10), "grey@client.example"]);
  });

  it("keeps the order in each of five workspaces over many mails", async () => {
    let asked = 0;
    const server = await smtpServerWith({
      onRecipient() {
        asked += 1;
        return asked % 20 === 0 ? refusal(450, "not yet") : null;
      },
    });
    const world = relayed({ smtpUrl: server.url });
    const domains = ["a", "b", "c", "d", "e"].map((name) => `${name}.example`);
    for (let index = 0; index < mailsEach; index += 1) {
      for (const domain of domains) capture(world.workspace(domain), `person${index}@${domain}`);
    }
    await Promise.all(domains.map((domain) => decided(world.workspace(domain))));
    for (const domain of domains) {
      const arrived = recipientsOf(server).filter((email) => email?.endsWith(domain));
      expect(arrived).toEqual(emails(mailsEach, domain));
    }
    expect(server.taken.length).toBe(domains.length * mailsEach);
  });

  it("sends mail captured during a delivery, with a slow server", async () => {
    const server = await smtpServerWith({
      async onMessage() {
        const { promise, resolve } = Promise.withResolvers<null>();
        setTimeout(resolve, 30, null);
        return promise;
      },
    });
    const workspace = relayed({ smtpUrl: server.url }).workspace("default");
    const wanted = emails(8);
    for (const [index, email] of wanted.entries()) {
      capture(workspace, email);
      // oxlint-disable-next-line no-await-in-loop -- one is captured while another one is sent
      if (index % 2 === 0) await server.took(index);
    }
    await decided(workspace);
    expect(recipientsOf(server)).toEqual(wanted);
  });

  it("serves requests between a thousand messages that the server rejects at once", async () => {
    const settings = { smtpUrl: "smtp://127.0.0.1:9", smtpDomains: ["corp.example"] };
    const workspace = relayed(settings).workspace("default");
    for (const email of emails(1_000)) capture(workspace, email);
    let turns = 0;
    let isCounting = true;
    const count = (): void => {
      turns += 1;
      if (isCounting) setImmediate(count);
    };
    onTestFinished(() => {
      isCounting = false;
    });
    count();
    await decided(workspace);
    expect(turns).toBeGreaterThan(500);
  });
});
