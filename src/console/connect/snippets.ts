/** Code that points a client at this sandbox, in the languages of clients. */
import type { Sendable } from "../activity/copy-as.ts";
import { languages } from "../activity/copy-as.ts";

export interface Target {
  readonly url: string;
  readonly apiKey: string;
  readonly firmId: string;
}

/** The environment variables that `lead-sandbox exec` sets. */
export function variablesOf({ url, apiKey, firmId }: Target, realtorKey: string | null): string {
  return [
    `LEAD_API_URL=${url}`,
    `LEAD_API_KEY=${apiKey}`,
    ...(realtorKey === null ? [] : [`LEAD_API_REALTOR_KEY=${realtorKey}`]),
    `LEAD_API_FIRM_ID=${firmId}`,
  ].join("\n");
}

/** The first call in each language, and the fixture of Vitest, by name. */
export function snippetsOf({ url, apiKey, firmId }: Target): ReadonlyMap<string, string> {
  const call: Sendable = {
    method: "GET",
    url: `${url}/v1/firms/${firmId}/leads`,
    headers: { "x-api-key": apiKey },
    body: null,
  };
  const calls = Object.values(languages).map(({ name, write }) => [name, write(call)] as const);
  return new Map([...calls, ["Vitest", vitest]]);
}

const vitest = `import { test } from "lead-sandbox/vitest";

test("creates a Lead", async ({ workspace }) => {
  const { url, apiKey, firmId, client } = workspace;
});`;
