import { describe, expect, it } from "vitest";

import { pactOf } from "../../contract/pacts.ts";
import { start, temporaryFile } from "./program.ts";

const fits = pactOf([{ description: "reads" }], "good-client");

describe("verify without a required package", () => {
  it.each([
    ["@pact-foundation/pact-core", "Verifying needs Pact's verifier, which is not installed"],
    ["@pactflow/openapi-pact-comparator", "The static check needs npm install --save-dev"],
  ])("says what to install when %s is missing", async (name, sentence) => {
    const { ended } = start(["verify", fileOf(fits)], {
      NODE_OPTIONS: `--import=${without(name)}`,
    });
    const { code, stdout, stderr } = await ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^lead-sandbox: [^\n]+\n$/);
    expect(stderr).toContain(sentence);
  });

  it("names both packages if both are missing", async () => {
    const hooks = ["@pact-foundation/pact-core", "@pactflow/openapi-pact-comparator"]
      .map((name) => `--import=${without(name)}`)
      .join(" ");
    const { code, stderr } = await start(["verify", fileOf(fits)], { NODE_OPTIONS: hooks }).ended;
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "lead-sandbox: Verifying needs packages that are not installed: npm install --save-dev " +
        "@pact-foundation/pact-core @pactflow/openapi-pact-comparator; the image harness contains them.\n",
    });
  });

  it("works without the package of the static check under --no-static", async () => {
    const hook = `--import=${without("@pactflow/openapi-pact-comparator")}`;
    const { ended } = start(["verify", fileOf(fits), "--no-static"], { NODE_OPTIONS: hook });
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  });
});

function fileOf(pact: object): string {
  return temporaryFile("pact.json", JSON.stringify(pact));
}

/** A module that makes one package appear not installed. */
function without(name: string): string {
  const source = [
    'import { registerHooks } from "node:module";',
    "registerHooks({ resolve(specifier, context, next) {",
    `if (specifier === "${name}") throw new Error("Cannot find package");`,
    "return next(specifier, context); } });",
  ].join("");
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
