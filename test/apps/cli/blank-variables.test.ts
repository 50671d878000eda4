import { describe, expect, it } from "vitest";

import { readConfig, settings } from "../../../src/server/settings/config.ts";
import { runHere, startReady, temporaryFile } from "./program.ts";

const variables = ["PORT", ...settings.map(({ variable }) => variable)];
const others = variables.filter((name) => name !== "LEAD_SANDBOX_CONTROL_TOKEN");

describe("a blank variable", () => {
  it.each(others)("%s is unset", (name) => {
    for (const value of ["", " ", "\t"]) {
      expect(readConfig({ environment: { [name]: value } })).toEqual(readConfig({}));
    }
  });

  it.each(settings.filter(({ name }) => name !== "controlToken"))(
    "$variable does not override the settings file",
    ({ name, variable }) => {
      const given = { [name]: valid[name] ?? "on" };
      const file = temporaryFile("settings.json", JSON.stringify({ ...needed[name], ...given }));
      const wanted = readConfig({ file });
      expect(wanted).not.toEqual(readConfig({}));
      expect(readConfig({ environment: { [variable]: "" }, file })).toEqual(wanted);
    },
  );

  it.each(["", " "])("LEAD_SANDBOX_CONTROL_TOKEN is refused: %j", (value) => {
    const environment = { LEAD_SANDBOX_CONTROL_TOKEN: value };
    expect(() => readConfig({ environment })).toThrow("a token that is not empty");
  });

  it("LEAD_SANDBOX_PORT leaves the port to PORT", () => {
    const environment = { LEAD_SANDBOX_PORT: "", PORT: "5000" };
    expect(readConfig({ environment }).port).toBe(5_000);
  });
});

/** A value other than the default; `on` for those that are not listed. */
const valid: Readonly<Record<string, unknown>> = {
  port: 4_700,
  host: "::1",
  data: "kept",
  fixture: "empty",
  seed: 7,
  shard: "0a",
  workspacesMax: 3,
  workspaceBytesMax: "50MB",
  bytesMax: "2GB",
  workspaceTtl: 60,
  quota: 60,
  headers: "off",
  httpsPort: 4_701,
  tlsDir: "tls",
  tlsNames: "a.test",
  caFile: "ca.pem",
  surfacePorts: "partner-production=4611",
  surfaceHosts: "partner-production=a.test",
  proxyPort: 4_702,
  otherHosts: "refuse",
  publicUrl: "https://a.test",
  allowHosts: "a.test",
  controlHosts: "a.test",
  mcp: "off",
  assumptions: { "env.data": "shared" },
  signUpUrl: "https://a.test",
  mailDomain: "a.test",
  outboxMessages: 5,
  outboxBytes: 5,
  smtpUrl: "smtp://127.0.0.1:1025",
  smtpRewriteTo: "a@a.test",
  smtpDomains: "a.test",
  mailpitUrl: "http://127.0.0.1:8025",
  allowSmtpHost: "a.test",
  journalEntries: 5,
  journalBytes: 5,
  logFormat: "json",
  logLevel: "silent",
};

/** Settings without which a value is refused. */
const needed: Readonly<Record<string, object>> = {
  httpsPort: { https: "on" },
  otherHosts: { proxyPort: 4_702 },
  isolate: { controlToken: "a-token" },
};

describe("a service link of Kubernetes", () => {
  it.each([
    ["LEAD_SANDBOX_PORT", "lead-sandbox"],
    ["LEAD_SANDBOX_HTTPS_PORT", "lead-sandbox-https"],
    ["LEAD_SANDBOX_PROXY_PORT", "lead-sandbox-proxy"],
  ])("in %s ends the start with 2, the cause and what to do", async (name, service) => {
    const ended = await runHere([], { [name]: "tcp://10.0.0.1:4610" });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(`Invalid ${name}: "tcp://10.0.0.1:4610".`);
    expect(ended.stderr).toContain(`a Service named ${service}.`);
    expect(ended.stderr).toContain("enableServiceLinks: false");
  });

  it("does not matter to a flag", async () => {
    const environment = { LEAD_SANDBOX_PORT: "tcp://10.0.0.1:4610" };
    expect(readConfig({ environment, flags: { port: "0" } }).port).toBe(0);
  });
});

describe("the settings file of a server", () => {
  it.each([
    "healthcheck",
    "ready",
    "env",
    "workspaces list",
    "leads list",
    "emails list",
    "time show",
    "reset",
  ])("leads %s to it, with its control token", async (line) => {
    const controlToken = "a-token-of-the-file";
    const { ready } = await startReady(["--control-token", controlToken]);
    const port = Number(new URL(ready.url).port);
    const file = temporaryFile("settings.json", JSON.stringify({ port, controlToken }));
    const args = line.split(" ");
    expect(await runHere(args, { LEAD_SANDBOX_CONFIG: file })).toMatchObject({ code: 0 });
    expect(await runHere([...args, "--config", file], {})).toMatchObject({ code: 0 });
  });
});
