/** Code that points a client at this sandbox, in the languages of clients. */
import { languages } from "../activity/copy-as.ts";

/** The first call in each language, and the fixture of Vitest, by name. */
export function snippetsOf(
  url: string,
  apiKey: string,
  firmId: string,
): ReadonlyMap<string, string> {
  const headers = { "x-api-key": apiKey };
  const call = { method: "GET", url: `${url}/v1/firms/${firmId}/leads`, headers, body: null };
  const calls = [...languages].map(([name, write]) => [name, write(call)] as const);
  return new Map([...calls, ["Vitest", vitest]]);
}

const vitest = `import { test } from "lead-sandbox/vitest";

test("creates a Lead", async ({ workspace }) => {
  const { url, apiKey, firmId, client } = workspace;
});`;
