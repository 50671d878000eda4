import { describe, expect, it } from "vitest";

import { flagsAgain } from "../../../src/apps/cli/options/again.ts";
import { exploreRows } from "../../../src/apps/cli/options/explore.ts";
import { readConfig } from "../../../src/server/settings/config.ts";

describe("the flags of a run that its repetition needs", () => {
  it("are all settings that were given, and for a replay those that a bundle lacks", () => {
    const given = {
      https: true,
      surfaceHosts: "partner-sandbox=x.test",
      intercept: "leads.lender.example",
      interceptBy: "namespace",
      config: "settings.json",
      seed: "7",
      budget: 600_000,
    };
    expect(flagsAgain(exploreRows, given)).toEqual({
      flags:
        "--config settings.json --intercept-by namespace --https --surface-hosts partner-sandbox=x.test --intercept leads.lender.example".split(
          " ",
        ),
      replayFlags:
        "--intercept-by namespace --surface-hosts partner-sandbox=x.test --intercept leads.lender.example".split(
          " ",
        ),
    });
  });

  it("are none without a setting", () => {
    expect(flagsAgain(exploreRows, { budget: 600_000 })).toEqual({});
  });

  it("show no token, no password and no key of the user", () => {
    const key = "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34";
    const given = {
      controlToken: "secret",
      smtpUrl: "smtp://me:secret@127.0.0.1",
      mailpitUrl: "http://me:secret@127.0.0.1",
      adopt: `key=${key},firm=acme-4711`,
    };
    const { flags, replayFlags } = flagsAgain(exploreRows, given);
    expect(flags).toEqual(["--adopt", "firm=acme-4711"]);
    expect(replayFlags).toEqual(flags);
  });
});

describe("adoption with --intercept", () => {
  const first = { key: [], firm: null, member: null };
  const host = "leads.lender.example";

  it.each([
    [{ intercept: host }, first],
    [{ intercept: true }, first],
    [{ intercept: host, adopt: "off" }, null],
    [
      { intercept: host, adopt: "firm=acme" },
      { ...first, firm: "acme" },
    ],
    [{ intercept: host, host: "0.0.0.0" }, null],
    [{ intercept: host, host: "0.0.0.0", adoptFromNetwork: true }, first],
    [{ proxyPort: 0 }, null],
    [{}, null],
  ])("of %j is %j", (flags, expected) => {
    expect(readConfig({ flags }).adopt).toEqual(expected);
  });
});
