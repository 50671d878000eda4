/** Mail in transit when its workspace is reset, restored, dropped or reopened. */
import { describe, expect, it } from "vitest";

import { temporaryFolder } from "../../apps/cli/program.ts";
import { keptPort } from "../../support/kept-port.ts";
import { at, column } from "../../support/reply.ts";
import { newWorld } from "../../support/world.ts";
import { mailpitOf } from "./mailpit-stand-in.ts";
import { capture, decided, recipientsOf, relayed, relayOf } from "./relayed.ts";
import { smtpServerWith } from "./smtp-servers.ts";

const note = "Not sent: it came back with a snapshot.";

/** A folder whose default workspace has one message in transit and one queued. */
async function interruptedFolder() {
  const data = temporaryFolder();
  const first = relayed({ data, smtpUrl: `smtp://127.0.0.1:${await keptPort()}` });
  const workspace = first.workspace("default");
  const ids = ["first", "second"].map((name) => capture(workspace, `${name}@client.example`));
  workspace.store().outbox.markRelay(ids[0] ?? "", "sending", null);
  first.close();
  return { data, ids };
}

describe("a reset with mail in transit", () => {
  it("drops mail in transit to a server that is down", async () => {
    const port = await keptPort();
    const world = await newWorld({ sandbox: { smtpUrl: `smtp://127.0.0.1:${port}` } });
    await world.createLead({ email: "before@client.example" });
    await world.control("POST", "/reset");
    await world.createLead({ email: "after@client.example" });
    const server = await smtpServerWith({}, port);
    const path = "/emails/wait?to=after&relayed=sent&timeoutMs=10000";
    expect((await world.control("GET", path)).status).toBe(200);
    expect(recipientsOf(server)).toEqual(["after@client.example"]);
  });
});

describe("a restored snapshot", () => {
  it("drops mail that was in transit when the snapshot was taken, and sends mail captured later", async () => {
    const port = await keptPort();
    const world = await newWorld({ sandbox: { smtpUrl: `smtp://127.0.0.1:${port}` } });
    await world.createLead({ email: "before@client.example" });
    await world.control("POST", "/snapshots", { name: "one" });
    await world.control("POST", "/snapshots/one/restore");
    await world.createLead({ email: "after@client.example" });
    const server = await smtpServerWith({}, port);
    await world.control("GET", "/emails/wait?to=after&relayed=sent&timeoutMs=10000");
    const listed = await world.control("GET", "/emails");
    expect(column(listed, "relayed")).toEqual(["sent", "failed"]);
    expect(at(listed, "data.1.relayNote")).toBe(note);
    expect(recipientsOf(server)).toEqual(["after@client.example"]);
  });
});

describe("a dropped workspace", () => {
  it("sends nothing more, and another workspace of the same id starts empty", async () => {
    const port = await keptPort();
    const world = await newWorld({ id: "one", sandbox: { smtpUrl: `smtp://127.0.0.1:${port}` } });
    await world.createLead({ email: "before@client.example" });
    expect((await world.server("DELETE", "/workspaces/one")).status).toBe(200);
    await world.server("POST", "/workspaces", { id: "one" });
    await world.server("POST", "/workspaces/one/leads/LeadHPa1/convert");
    const server = await smtpServerWith({}, port);
    await world.control("GET", "/emails/wait?relayed=sent&timeoutMs=10000");
    expect(recipientsOf(server)).toEqual(["olive.owner@harbour-point.example"]);
  });
});

describe("a workspace file", () => {
  it("sends queued mail after a restart, and reports that mail in transit may have arrived", async () => {
    const { data, ids } = await interruptedFolder();
    const server = await smtpServerWith();
    const workspace = relayed({ data, smtpUrl: server.url }).workspace("default");
    await decided(workspace);
    expect(ids.map((id) => relayOf(workspace, id))).toEqual([
      ["failed", expect.stringMatching(/^The sandbox ended while this was being sent/)],
      ["sent", null],
    ]);
    expect(recipientsOf(server)).toEqual(["second@client.example"]);
  });

  it("sends the mail that Mailpit lacks, in its order", async () => {
    const { data } = await interruptedFolder();
    const server = await smtpServerWith();
    const { url } = await mailpitOf(server.taken);
    const settings = { data, smtpUrl: server.url, mailpitUrl: url };
    const workspace = relayed(settings).workspace("default");
    await decided(workspace);
    expect(recipientsOf(server)).toEqual(["first@client.example", "second@client.example"]);
  });

  it("does not send mail that Mailpit received before the repeated query", async () => {
    const { data, ids } = await interruptedFolder();
    const server = await smtpServerWith();
    const [id = ""] = ids;
    const source = `Message-ID: <${id}.default@lead-sandbox.example>\r\n`;
    const late = { to: ["first@client.example"], source, secure: false, user: null };
    const there: (typeof late)[] = [];
    const { url, asked } = await mailpitOf(there);
    const settings = { data, smtpUrl: server.url, mailpitUrl: url };
    const workspace = relayed(settings, { graceMs: 200 }).workspace("default");
    await expect.poll(() => asked.length).toBe(1);
    there.push(late);
    await decided(workspace);
    expect(relayOf(workspace, id)).toEqual(["sent", null]);
    expect(recipientsOf(server)).toEqual(["second@client.example"]);
  });

  it("stops waiting for a Mailpit that cannot be queried", async () => {
    const { data, ids } = await interruptedFolder();
    const server = await smtpServerWith();
    const mailpit = await mailpitOf(server.taken);
    mailpit.behave("broken");
    const settings = { data, smtpUrl: server.url, mailpitUrl: mailpit.url };
    const workspace = relayed(settings).workspace("default");
    await decided(workspace);
    expect(relayOf(workspace, ids[0] ?? "")).toEqual([
      "failed",
      expect.stringMatching(/may have arrived/),
    ]);
    expect(recipientsOf(server)).toEqual(["second@client.example"]);
  });

  it("keeps mail queued without a mail server, and sends it once a server is configured", async () => {
    const { data } = await interruptedFolder();
    relayed({ data }).close();
    const server = await smtpServerWith();
    const workspace = relayed({ data, smtpUrl: server.url }).workspace("default");
    await decided(workspace);
    expect(recipientsOf(server)).toEqual(["second@client.example"]);
  });
});
