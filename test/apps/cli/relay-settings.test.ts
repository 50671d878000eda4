/** The settings of the mail relay: invalid values stop the start, and no output contains the password. */
import { describe, expect, it } from "vitest";

import { readConfig } from "../../../src/server/settings/config.ts";
import { keptPort } from "../../support/kept-port.ts";
import { runHere, startReady } from "./program.ts";

describe("--smtp-url", () => {
  it.each([
    "smtp://127.0.0.1:1025",
    "smtp://localhost",
    "smtp://mailpit:1025",
    "smtps://mail.internal",
    "smtp://relay.local:2525/",
    "smtp://10.1.2.3",
    "smtp://192.168.1.9:25",
    "smtp://[::1]:1025",
    "smtp://[::ffff:127.0.0.1]:1025",
    "smtp://[fd00::1]",
    "smtp://me:secret@mailpit:1025?tls.rejectUnauthorized=false",
  ])("accepts %s without explicit permission", (smtpUrl) => {
    expect(readConfig({ flags: { smtpUrl } }).smtpUrl).toBe(smtpUrl);
  });

  it.each([
    { smtpUrl: "smtp://mail.example.com:587", host: "mail.example.com" },
    { smtpUrl: "smtp://Mail.Example.com", host: "mail.example.com" },
    { smtpUrl: "smtps://8.8.8.8", host: "8.8.8.8" },
    { smtpUrl: "smtp://[2001:db8::1]", host: "2001:db8::1" },
    { smtpUrl: "smtp://[::ffff:8.8.8.8]", host: "::ffff:808:808" },
    // A decimal number is also an address. This one is 8.8.8.8.
    { smtpUrl: "smtp://134744072", host: "134744072" },
    { smtpUrl: "smtp://0x08080808", host: "0x08080808" },
    { smtpUrl: "smtp://172.32.0.1", host: "172.32.0.1" },
    { smtpUrl: "smtp://mailpit.example", host: "mailpit.example" },
    { smtpUrl: "smtp://localhost.example.com", host: "localhost.example.com" },
  ])("$smtpUrl exits 2 with how to allow $host, which then permits it", async (row) => {
    const { smtpUrl, host } = row;
    const { code, stderr } = await runHere(["--smtp-url", smtpUrl]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `lead-sandbox: Invalid --smtp-url: ${JSON.stringify(smtpUrl)}. ${host} is not a loopback or private host. ` +
        `Allow it with --allow-smtp-host ${host}.\n`,
    );
    expect(readConfig({ flags: { smtpUrl, allowSmtpHost: host } }).smtpUrl).toBe(smtpUrl);
  });

  it.each([
    "127.0.0.1:1025",
    "http://mailpit:1025",
    "smtp://",
    "smtp://mailpit:0",
    "smtp://mailpit:70000",
    "smtp://mailpit/inbox",
    "smtp://mailpit#x",
    "smtp://mailpit?tls.rejectUnauthorized=maybe",
    "smtp://mailpit?verify=no",
    "smtp://me@mailpit",
    "smtp://:pass@mailpit",
    "smtp://me:50%@mailpit",
    "",
  ])("%j exits 2 with the expected format", async (smtpUrl) => {
    const { code, stderr } = await runHere(["--smtp-url", smtpUrl]);
    expect(code).toBe(2);
    expect(stderr).toContain("Expected smtp://host:port or smtps://host:port, with user:password@");
  });

  it.each([
    "smtp://me:geheim@mail.example.com",
    "smtp://me:ge@heim@mail.example.com",
    "smtp://me:ge/heim@mailpit",
    "smtp://me@corp:geheim@mailpit:99999",
    "me:geheim@mailpit",
    "smtp:me:geheim@mailpit",
    "http://me:geheim@mailpit",
  ])("rejects %s without printing its password", async (smtpUrl) => {
    const { code, stderr } = await runHere(["--smtp-url", smtpUrl]);
    expect(code).toBe(2);
    expect(stderr).toContain("***@");
    expect(stderr).not.toMatch(/heim/);
  });
});

describe("--mailpit-url", () => {
  it("of a public host exits 2 with how to allow it, and without its password", async () => {
    const { code, stderr } = await runHere(["--mailpit-url", "http://me:geheim@mail.example.com"]);
    expect(code).toBe(2);
    expect(stderr).toContain('"http://***@mail.example.com". mail.example.com is not a loopback');
    expect(stderr).toContain("--allow-smtp-host mail.example.com");
  });
});

describe("--smtp-rewrite-to", () => {
  it("outside of --smtp-domains exits 2, as no mail would ever be sent", async () => {
    const args = ["--smtp-rewrite-to", "me@home.example", "--smtp-domains", "corp.example"];
    const { code, stderr } = await runHere(args);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "It is not in the allowed domains. Expected an address of corp.example",
    );
  });
});

describe("the password of a mail server", () => {
  it("is in no output and no answer of the sandbox", async () => {
    const smtpUrl = `smtp://me:geheim@127.0.0.1:${await keptPort()}`;
    const mailpitUrl = `http://me:geheim@127.0.0.1:${await keptPort()}`;
    const program = await startReady([], {
      LEAD_SANDBOX_SMTP_URL: smtpUrl,
      LEAD_SANDBOX_MAILPIT_URL: mailpitUrl,
    });
    const { control } = program.ready;
    const convert = { method: "POST", headers: { "content-type": "application/json" } };
    await fetch(`${control}/leads/LeadHPa1/convert`, convert);
    const asked = async (path: string) => (await fetch(control + path)).text();
    await expect.poll(() => asked("/emails")).toContain("ECONNREFUSED");
    const paths = [
      "/health",
      "/emails",
      "/emails?source=mailpit",
      "/events",
      "/state",
      "/requests",
    ];
    const answers = await Promise.all(paths.map(asked));
    program.process.kill("SIGTERM");
    const { stdout, stderr } = await program.ended;
    expect([stdout, stderr, ...answers].filter((text) => text.includes("geheim"))).toEqual([]);
  });
});
