import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { temporaryFolder } from "../apps/cli/program.ts";
import { pactOf } from "../contract/pacts.ts";
import { hardened, images, runToEnd, whyNoImages } from "./podman.ts";

const reason = whyNoImages("test/image/commands.test.ts");

/** Runs `verify` on the pacts in a folder of this machine. */
function verify(folder: string, image: string) {
  const options = [...hardened, `--volume=${folder}:/pacts:ro`];
  return runToEnd(["verify", "/pacts"], { image, options });
}

describe.skipIf(reason !== null)(`a command in the image${reason ?? ""}`, () => {
  it("version prints the version of the package", async () => {
    const { code, stdout } = await runToEnd(["version", "--json"], { options: hardened });
    expect({ code, expected: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      expected: { version: packageJson.version },
    });
  }, 60_000);

  it("rules prints a rule", async () => {
    const { code, stdout } = await runToEnd(["rules", "quota.burst"], { options: hardened });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("quota.burst") });
  }, 60_000);

  it("exec runs a client against a new server, and exits with the client's code", async () => {
    const client = `
      const { LEAD_API_URL: url, LEAD_API_KEY: key } = process.env;
      const { status } = await fetch(url + "/v1/leads", { headers: { "x-api-key": key } });
      process.exit(status === 200 ? 7 : 1);
    `;
    const args = ["exec", "--", "node", "--input-type=module", "--eval", client];
    expect(await runToEnd(args, { options: hardened })).toMatchObject({ code: 7 });
  }, 60_000);

  it("an invalid setting exits 2 and is named", async () => {
    const options = ["--env=LEAD_SANDBOX_PORT=many"];
    const { code, stderr } = await runToEnd([], { options });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("LEAD_SANDBOX_PORT"),
    });
  }, 60_000);

  it("verify recommends the harness image, as this image has no verifier", async () => {
    const { code, stderr } = await verify(join(process.cwd(), "contracts/pacts"), images.server);
    expect({ code, stderr: stderr.trim() }).toEqual({
      code: 2,
      stderr:
        "lead-sandbox: Verifying needs packages that are not installed: npm install --save-dev " +
        "@pact-foundation/pact-core @pactflow/openapi-pact-comparator; the image harness contains them.",
    });
  }, 60_000);
});

describe.skipIf(reason !== null)(
  `verify in the harness image, without a network${reason ?? ""}`,
  () => {
    it("passes the reference pacts", async () => {
      const folder = join(process.cwd(), "contracts/pacts");
      const pact: { readonly interactions: readonly unknown[] } = JSON.parse(
        readFileSync(join(folder, "reference-client-lead-api.json"), "utf8"),
      );
      const count = pact.interactions.length;
      const { code, stdout, stderr } = await verify(folder, images.harness);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain(`Passed: ${count} of ${count} interactions match.`);
    }, 120_000);

    it("fails a pact that does not match", async () => {
      const folder = temporaryFolder();
      chmodSync(folder, 0o755);
      const pact = pactOf([{ description: "a lead", states: ["an activ lead exists"] }]);
      writeFileSync(join(folder, "pact.json"), JSON.stringify(pact));
      const { code, stdout } = await verify(folder, images.harness);
      expect(code).toBe(1);
      expect(stdout).toContain('"an active lead exists"');
    }, 60_000);
  },
);
