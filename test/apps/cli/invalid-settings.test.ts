import { describe, expect, it } from "vitest";

import { settings } from "../../../src/server/settings/config.ts";
import { runHere, start, temporaryFile } from "./program.ts";
import { takenPort } from "./taken-port.ts";

const anyPort = "an integer from 0 to 65535";
const surfaces =
  "The surfaces are partner-sandbox, partner-production, realtor-sandbox, realtor-production";
const surfacePorts = `ports from 1 to 65535 by surface, such as partner-production=4611,realtor-sandbox=4612. ${surfaces}`;
const surfaceHosts = `host patterns by surface, such as partner-production=*.example.test. ${surfaces}`;
const intercepted = `hosts such as leads.lender.example, comma-separated, each after its surface if it is not partner-production: realtor-production=realty.lender.example. ${surfaces}`;
const webUrl = "an HTTP or HTTPS URL, such as http://127.0.0.1:4610";
const tlsNames = "host names or IP addresses, comma-separated, such as *.example.test";

const adopt =
  "on, off, or what to adopt, such as key=UUID,firm=ID,member=ID. A key is a UUID of version 4 and may be repeated, an id has 1 to 64 characters";
const realKey = "7f1c2a34-5b6d-4e8f-9a0b-1c2d3e4f5a6b";
const size = "a size of at least 1 byte, such as 50MB or 512MiB";

const invalid = [
  ["LEAD_SANDBOX_PORT", "abc", anyPort],
  ["LEAD_SANDBOX_PORT", "65536", anyPort],
  ["PORT", "1e3", anyPort],
  ["LEAD_SANDBOX_SEED", "1.5", "an integer"],
  ["LEAD_SANDBOX_QUOTA", "0", "an integer above 0, or off"],
  ["LEAD_SANDBOX_QUOTA", "none", "an integer above 0, or off"],
  ["LEAD_SANDBOX_ADOPT", "npm", adopt],
  ["LEAD_SANDBOX_ADOPT", "key=test", adopt],
  ["LEAD_SANDBOX_ADOPT", "firm=", adopt],
  ["LEAD_SANDBOX_ADOPT", "firm=a,firm=b", adopt],
  ["LEAD_SANDBOX_ADOPT", "key=,lead=a", adopt],
  ["LEAD_SANDBOX_ADOPT_FROM_NETWORK", "maybe", "on or off"],
  ["LEAD_SANDBOX_HEADERS", "maybe", "on or off"],
  ["LEAD_SANDBOX_MCP", "maybe", "on or off"],
  ["LEAD_SANDBOX_ISOLATE", "maybe", "on or off"],
  ["LEAD_SANDBOX_SHARD", "0g", "two hexadecimal digits, or the index of a pod from 0 to 99"],
  ["LEAD_SANDBOX_WORKSPACES_MAX", "0", "an integer of at least 1"],
  ["LEAD_SANDBOX_WORKSPACE_BYTES_MAX", "0MB", size],
  ["LEAD_SANDBOX_BYTES_MAX", "50 apples", size],
  ["LEAD_SANDBOX_WORKSPACE_TTL", "1h", "an integer of at least 1"],
  ["LEAD_SANDBOX_STRICT_DATA", "maybe", "on or off"],
  ["LEAD_SANDBOX_HTTPS", "yes", "on or off"],
  ["LEAD_SANDBOX_HTTPS_PORT", "65536", anyPort],
  ["LEAD_SANDBOX_TLS_NAMES", "*", tlsNames],
  ["LEAD_SANDBOX_REQUIRE_HTTPS", "yes", "on or off"],
  ["LEAD_SANDBOX_SURFACE_PORTS", "foo", surfacePorts],
  ["LEAD_SANDBOX_SURFACE_PORTS", "realtor-sandbox=x", surfacePorts],
  ["LEAD_SANDBOX_SURFACE_PORTS", "realtor-sandbox=0", surfacePorts],
  ["LEAD_SANDBOX_SURFACE_PORTS", "realtor-sandbox=4611,realtor-sandbox=4612", surfacePorts],
  ["LEAD_SANDBOX_SURFACE_HOSTS", "nope=a.b", surfaceHosts],
  ["LEAD_SANDBOX_SURFACE_HOSTS", "realtor-sandbox=", surfaceHosts],
  ["LEAD_SANDBOX_SURFACE_HOSTS", "realtor-sandbox=a.b,realtor-sandbox=https://a.b", surfaceHosts],
  ["LEAD_SANDBOX_INTERCEPT", "https://leads.lender.example", intercepted],
  ["LEAD_SANDBOX_PROXY_PORT", "65536", anyPort],
  ["LEAD_SANDBOX_OTHER_HOSTS", "drop", "pass or refuse"],
  ["LEAD_SANDBOX_PUBLIC_URL", "nope", webUrl],
  ["LEAD_SANDBOX_CONTROL_TOKEN", "", "a token that is not empty"],
  ["LEAD_SANDBOX_SIGN_UP_URL", "nope", "a URL, such as https://app.example.test/sign-up"],
  ["LEAD_SANDBOX_MAIL_DOMAIN", "a b", "a domain, such as mail.example.test"],
  ["LEAD_SANDBOX_OUTBOX_MESSAGES", "0", "an integer from 1 to 10000000"],
  ["LEAD_SANDBOX_OUTBOX_BYTES", "1TB", size],
  ["LEAD_SANDBOX_SMTP_REWRITE_TO", "me", "an email address"],
  ["LEAD_SANDBOX_MAILPIT_URL", "ftp://127.0.0.1", webUrl],
  ["LEAD_SANDBOX_JOURNAL_ENTRIES", "-1", "an integer from 1 to 10000000"],
  ["LEAD_SANDBOX_JOURNAL_BYTES", "0", size],
  ["LEAD_SANDBOX_LOG_FORMAT", "xml", "text or json"],
  ["LEAD_SANDBOX_LOG_LEVEL", "loud", "debug, info or silent"],
] as const;

/** Settings that take any text but an empty one, which a flag can give and a variable cannot. */
const emptyTexts = [
  ["LEAD_SANDBOX_HOST", "--host", "a host name or an IP address"],
  ["LEAD_SANDBOX_DATA", "--data", "the path of a folder"],
  ["LEAD_SANDBOX_FIXTURE", "--fixture", "the name of a fixture, or a JSON file"],
  ["LEAD_SANDBOX_TLS_DIR", "--tls-dir", "the path of a folder"],
  ["LEAD_SANDBOX_CA_FILE", "--ca-file", "the path of a file"],
] as const;

const testedElsewhere = [
  ...emptyTexts.map(([variable]) => variable),
  // Any text is a valid list of names.
  "LEAD_SANDBOX_ALLOW_HOSTS",
  "LEAD_SANDBOX_CONTROL_HOSTS",
  "LEAD_SANDBOX_SMTP_DOMAINS",
  "LEAD_SANDBOX_ALLOW_SMTP_HOST",
  // Other tests check their messages: settings.test.ts, relay-settings.test.ts.
  "LEAD_SANDBOX_ASSUMPTIONS",
  "LEAD_SANDBOX_SMTP_URL",
];

describe("an invalid setting", () => {
  it("has a test for each setting", () => {
    const listed = new Set<string>([...invalid.map(([variable]) => variable), ...testedElsewhere]);
    expect(settings.filter(({ variable }) => !listed.has(variable))).toEqual([]);
  });

  it.each(invalid)("exits 2 and names %s=%s and what is expected", async (...row) => {
    const [variable, value, expected] = row;
    const { code, stderr } = await runHere([], { [variable]: value });
    expect(stderr).toBe(
      `lead-sandbox: Invalid ${variable}: ${JSON.stringify(value)}. Expected ${expected}.\n`,
    );
    expect(code).toBe(2);
  });

  it.each(emptyTexts)("exits 2 for an empty %s as %s", async (_variable, flag, expected) => {
    const { code, stderr } = await runHere([flag, ""]);
    expect(stderr).toBe(`lead-sandbox: Invalid ${flag}: "". Expected ${expected}.\n`);
    expect(code).toBe(2);
  });

  it.each([realKey, `firm=a,${realKey}`, `key=npm,${realKey}`])(
    "shows the first four characters of a key only: --adopt %s",
    async (value) => {
      const { code, stderr } = await runHere(["--adopt", value]);
      expect(code).toBe(2);
      expect(stderr).toContain("7f1c…");
      expect(stderr).not.toContain("1c2d3e4f5a6b");
    },
  );

  it.each([
    { name: "a flag's value", args: ["--seed", "x"], shown: 'Invalid --seed: "x"' },
    { name: "a flag without its value", args: ["--port"], shown: "argument missing" },
    { name: "an unknown flag", args: ["--prot", "1"], shown: "unknown option '--prot'" },
    { name: "an unexpected argument", args: ["extra"], shown: "too many arguments" },
    {
      name: "a missing file",
      args: ["--config", "/nowhere/s.json"],
      shown: "s.json cannot be read: it does not exist.",
    },
  ])("exits 2 and names $name", async ({ args, shown }) => {
    const { code, stderr } = await runHere(args);
    expect(stderr).toContain(shown);
    expect(code).toBe(2);
  });

  it("exits 2 and names what --isolate requires when there is no control token", async () => {
    const { code, stderr } = await runHere(["--isolate"]);
    expect(stderr).toBe(
      "lead-sandbox: Invalid --isolate: true. The tokens of workspaces follow from --control-token. Set one, too.\n",
    );
    expect(code).toBe(2);
  });

  it.each([
    { name: "an unknown key", content: '{"prot":1}', shown: "Unknown setting prot in" },
    {
      name: "a key spelled like a flag",
      content: '{"log-level":"info"}',
      shown: "Did you mean logLevel?",
    },
    { name: "a wrong value", content: '{"port":true}', shown: "port in" },
    { name: "invalid JSON", content: "{", shown: "cannot be read: Expected property" },
    { name: "an array", content: "[]", shown: "cannot be read: it is not a JSON object." },
  ])("exits 2 and names the settings file when it has $name", async ({ content, shown }) => {
    const path = temporaryFile("settings.json", content);
    const { code, stderr } = await runHere(["--config", path]);
    expect(stderr).toContain(shown);
    expect(stderr).toContain(path);
    expect(code).toBe(2);
  });

  it("ends the process with exit code 2 and no standard output", async () => {
    const { code, stdout, stderr } = await start(["--port", "x"]).ended;
    expect(stderr).toContain('Invalid --port: "x"');
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("exits 2 and names each of several invalid settings", async () => {
    const { code, stderr } = await runHere(["--seed", "x"], { PORT: "y", LEAD_SANDBOX_QUOTA: "z" });
    for (const name of ["--seed", "PORT", "LEAD_SANDBOX_QUOTA"]) expect(stderr).toContain(name);
    expect(code).toBe(2);
  });

  it("exits 2 and names the port when it is in use", async () => {
    const port = await takenPort();
    const { code, stderr } = await runHere(["--port", String(port)]);
    expect(stderr).toBe(
      `lead-sandbox: Invalid --port: ${port}. The port is in use on 127.0.0.1. Choose another one, or 0 for a free one.\n`,
    );
    expect(code).toBe(2);
  });
});
