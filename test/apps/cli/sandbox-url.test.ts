import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { sandboxUrl } from "../../../src/apps/cli/tester/sandbox-url.ts";

const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-url-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file in a folder that this suite removes. */
function temporarySettings(settings: object): string {
  const file = join(folder, "settings.json");
  writeFileSync(file, JSON.stringify(settings));
  return file;
}

describe("the URL of the sandbox for a command", () => {
  it.each([
    [undefined, {}, "http://127.0.0.1:4610"],
    [undefined, { PORT: "5000" }, "http://127.0.0.1:5000"],
    [undefined, { PORT: "5000", LEAD_SANDBOX_PORT: "5001" }, "http://127.0.0.1:5001"],
    [undefined, { LEAD_SANDBOX_PORT: "0" }, "http://127.0.0.1:4610"],
    [undefined, { LEAD_SANDBOX_PORT: "" }, "http://127.0.0.1:4610"],
    [undefined, { LEAD_SANDBOX_HOST: "0.0.0.0" }, "http://127.0.0.1:4610"],
    [undefined, { LEAD_SANDBOX_HOST: "::" }, "http://127.0.0.1:4610"],
    [undefined, { LEAD_SANDBOX_HOST: "::1" }, "http://[::1]:4610"],
    [undefined, { LEAD_SANDBOX_HOST: "192.0.2.7" }, "http://192.0.2.7:4610"],
    [undefined, { LEAD_SANDBOX_URL: "https://leads.test/", PORT: "5000" }, "https://leads.test"],
    ["http://a.test/_sandbox", { LEAD_SANDBOX_URL: "https://leads.test" }, "http://a.test"],
    ["http://a.test/tools//_sandbox//", {}, "http://a.test/tools"],
  ])("for the option %j and the environment %j is %s", async (url, environment, wanted) => {
    expect(await sandboxUrl({ url }, environment)).toBe(wanted);
  });

  const file = temporarySettings({ port: 4700, host: "::1" });

  it.each([
    ["a settings file", undefined, { LEAD_SANDBOX_CONFIG: file }, "http://[::1]:4700"],
    ["--config", file, {}, "http://[::1]:4700"],
    ["--config, before the variable", file, { LEAD_SANDBOX_CONFIG: "none" }, "http://[::1]:4700"],
    ["a variable, before the file", file, { LEAD_SANDBOX_PORT: "5001" }, "http://[::1]:5001"],
    ["PORT, before the file", file, { PORT: "5001" }, "http://[::1]:5001"],
    ["the file, as PORT is blank", file, { PORT: " " }, "http://[::1]:4700"],
    ["LEAD_SANDBOX_URL, before all", file, { LEAD_SANDBOX_URL: "http://a.test" }, "http://a.test"],
    [
      "the file, in spite of another setting's problem",
      file,
      { LEAD_SANDBOX_SMTP_URL: "none" },
      "http://[::1]:4700",
    ],
  ])("comes from %s", async (_name, config, environment, wanted) => {
    expect(await sandboxUrl({ config }, environment)).toBe(wanted);
  });

  it.each([
    [{ LEAD_SANDBOX_PORT: "abc" }, 'Invalid LEAD_SANDBOX_PORT: "abc".'],
    [{ LEAD_SANDBOX_PORT: "tcp://10.0.0.1:4610" }, "enableServiceLinks: false"],
    [{ LEAD_SANDBOX_CONFIG: "/nowhere.json" }, "/nowhere.json"],
  ])("is not looked for elsewhere if a setting is invalid: %j", async (environment, message) => {
    await expect(sandboxUrl({}, environment)).rejects.toThrow(message);
  });

  it("comes from --url, whatever the settings are", async () => {
    const environment = { LEAD_SANDBOX_PORT: "tcp://10.0.0.1:4610", LEAD_SANDBOX_CONFIG: "none" };
    expect(await sandboxUrl({ url: "http://a.test" }, environment)).toBe("http://a.test");
  });

  it.each(["", "a.test", "ftp://a.test", "http://"])(
    "cannot be %j, which is not a URL",
    async (url) => {
      await expect(sandboxUrl({ url }, {})).rejects.toThrow("such as http://127.0.0.1:4610");
    },
  );
});
