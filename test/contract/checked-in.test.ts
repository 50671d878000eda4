import { readFileSync, writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { apiOperations } from "../../src/server/api/routes/operations.ts";
import { controlOperations } from "../../src/server/control/calls/operations.ts";
import { controlDocument } from "../../src/server/openapi/control-document.ts";
import { emulatedDocument } from "../../src/server/openapi/emulated-document.ts";
import type { Examples } from "../../src/server/openapi/examples.ts";
import { isRemote } from "../support/target.ts";
import { servedDocuments } from "./documents.ts";
import { controlExamples, emulatedExamples } from "./examples.ts";

const updates = process.env["UPDATE_CONTRACTS"] === "1";
const { version } = packageJson;

// Examples are recorded in a sandbox of this process.
describe.skipIf(isRemote)("the checked-in contracts; UPDATE_CONTRACTS=1 rewrites them", () => {
  it.each(files())("%s matches the operations and their answers", async (file) => {
    const wanted = (await made())[file];
    if (updates) writeFileSync(file, wanted);
    expect(readFileSync(file, "utf8")).toBe(wanted);
  });

  // After an update, the files have examples that this process did not load.
  it.skipIf(updates)("match the documents that a sandbox serves", async () => {
    const { emulated, control } = await servedDocuments({ controlToken: "secret" });
    expect(pretty(emulated)).toBe(readFileSync("contracts/openapi/lead-api.json", "utf8"));
    expect(pretty(control)).toBe(readFileSync("contracts/openapi/control-api.json", "utf8"));
  });
});

let recorded: Promise<Readonly<Record<File, string>>> | undefined;

/** Records the expected content of each file once, as worlds can only be created during a test. */
function made(): NonNullable<typeof recorded> {
  recorded ??= (async () =>
    texts({ lead: await emulatedExamples(), control: await controlExamples() }))();
  return recorded;
}

type File = keyof ReturnType<typeof texts>;

function files(): readonly File[] {
  return [
    "contracts/examples/lead-api.json",
    "contracts/examples/control-api.json",
    "contracts/openapi/lead-api.json",
    "contracts/openapi/control-api.json",
  ];
}

function texts({ lead, control }: Readonly<Record<"lead" | "control", Examples>>) {
  return {
    "contracts/examples/lead-api.json": pretty(lead),
    "contracts/examples/control-api.json": pretty(control),
    "contracts/openapi/lead-api.json": pretty(
      emulatedDocument(apiOperations, {
        version,
        requireHttps: false,
        assumptions: {},
        examples: lead,
      }),
    ),
    "contracts/openapi/control-api.json": pretty(
      controlDocument(controlOperations, { version, needsToken: true, examples: control }),
    ),
  };
}

function pretty(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
