import { spawn } from "node:child_process";
import { devNull } from "node:os";

import { describe, expect, it } from "vitest";

import { defaultPermissions } from "../../src/domain/model/api-key.ts";
import { operationFinder } from "../../src/server/api/routes/operation-finder.ts";
import { apiOperations } from "../../src/server/api/routes/operations.ts";
import { pactFile } from "../harness/pact/pact-names.ts";
import { referencePact, verifiedReference } from "../harness/pact/verified-reference.ts";
import { listeningSandbox } from "../support/sandbox.ts";
import { isRemote } from "../support/target.ts";

// Verification starts its own sandbox.
describe.skipIf(isRemote)("the reference pact", () => {
  it("matches the sandbox in every interaction, and its OpenAPI document", async () => {
    const { interactions, findings, passed } = await verifiedReference({ isStatic: true });
    const failed = interactions.filter((one) => !one.passed);
    expect(failed.map(({ description, problems }) => ({ description, problems }))).toEqual([]);
    expect(findings).toEqual([]);
    expect(interactions.map(({ description }) => description)).toEqual(
      referencePact().interactions.map(({ description }) => description),
    );
    expect(passed).toBe(true);
  });

  it("passes in Pact's own verifier", async () => {
    const fitting = referencePact().interactions.length;
    expect(await secondOpinion()).toEqual({ code: 0, fitting, failing: [] });
  });
});

describe("the coverage of the reference pact", () => {
  const { interactions } = referencePact();
  const locate = operationFinder(apiOperations);
  const located = interactions.map(({ method, path, status }) => ({
    id: locate(method, path)?.operation.id,
    status,
  }));
  const open = apiOperations.filter(
    ({ id, permission, offeredUnder }) =>
      (permission === "workflows:run" && id === "post-workflow") ||
      (permission !== "workflows:run" &&
        offeredUnder === undefined &&
        defaultPermissions.some((one) => one === permission)),
  );

  it.each(open)("includes a success of $id", ({ id }) => {
    const statuses = located.filter((one) => one.id === id).map(({ status }) => status);
    const successes = statuses.filter((status) => status < 300);
    expect(successes, "Add an interaction to test/harness/pact, then UPDATE_PACTS=1").not.toEqual(
      [],
    );
  });

  it.each([200, 201, 401, 403, 404, 409, 422, 429, 500, 503])(
    "includes the status %d",
    (status) => {
      expect(located.map((one) => one.status)).toContain(status);
    },
  );

  it.each([
    ["INVALID"],
    ["INCORRECT_TYPE"],
    ["NOT_UNIQUE"],
    ["NOT_FOUND"],
    ["UNSUPPORTED"],
    ["REQUIRED"],
  ])("the code %s is read", (code) => {
    expect(JSON.stringify(referencePact().document)).toContain(`"code":"${code}"`);
  });
});

/** Uses plain HTTP, as loading certificates for every state and request would double the time. */
const environment = {
  ...process.env,
  PACT_DO_NOT_TRACK: "true",
  SSL_CERT_FILE: devNull,
  SSL_CERT_DIR: undefined,
};

interface Opinion {
  readonly code: number | null;
  /** The number of matching interactions, and the failing ones. */
  readonly fitting: number;
  readonly failing: readonly string[];
}

/**
 * Runs `pact verifier` against a served sandbox and its provider states. It injects no keys, as a generator of the
 * pact inserts those of the states. It resets nothing, as the teardown of each state does.
 */
async function secondOpinion(): Promise<Opinion> {
  const listening = await listeningSandbox();
  const where = ["--hostname", "127.0.0.1", "--port", new URL(listening.url).port];
  const states = ["--state-change-url", `${listening.controlUrl}/pact/states`];
  const child = spawn(
    "node_modules/.bin/pact",
    ["verifier", "--file", pactFile, ...where, ...states, "--state-change-teardown", "--no-colour"],
    { stdio: ["ignore", "pipe", "pipe"], env: environment },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  }
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once("error", reject);
  child.once("close", resolve);
  const code = await promise;
  const expected = output.split(/\n(?=  \S.*\(\d+m?s loading)/).slice(1);
  const failing = expected.filter((one) => one.includes("FAILED")).map(descriptionOf);
  return { code, fitting: expected.length - failing.length, failing };
}

function descriptionOf(expected: string): string {
  return /^ *(.*?)(?: \(\d+m?s loading.*)?$/m.exec(expected)?.[1] ?? "";
}
