import { describe, expect, it } from "vitest";

import packageJson from "../../../package.json" with { type: "json" };
import { checkPeerVersion } from "../../../src/library/embed/peer-version.ts";

const vitest = { entry: "vitest", name: "vitest", least: 5 };

describe("the version of Vitest", () => {
  it("is any for a project that uses only the command", () => {
    expect(packageJson.peerDependencies.vitest).toBe("*");
  });

  it.each(["5.0.0", "5.0.0-beta.1", "6.1.0", "17.0.0", "", "unknown"])(
    "is fine for lead-sandbox/vitest: %j",
    (version) => {
      expect(() => checkPeerVersion(vitest, version)).not.toThrow();
    },
  );

  it.each(["3.2.4", "4.9.0", "0.34.6"])("is too old for lead-sandbox/vitest: %s", (version) => {
    expect(() => checkPeerVersion(vitest, version)).toThrow(
      `lead-sandbox/vitest requires vitest 5 or newer, and ${version} is installed: npm install --save-dev vitest@latest`,
    );
  });

  it("is read from the installed package", () => {
    expect(() => checkPeerVersion({ ...vitest, least: 99 })).toThrow(/ and \d+\.\d+\.\d+ is/);
    expect(() => checkPeerVersion({ ...vitest, name: "not-installed-anywhere" })).not.toThrow();
  });
});
