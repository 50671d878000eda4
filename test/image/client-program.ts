/** The program of a client container: each popular HTTP client calls the hard-coded host of the provider. */
import { nodeClients } from "../library/embed/hard-coded-clients.ts";
import { undiciClients } from "../library/embed/undici-clients.ts";

const url = "https://leads.lender.example/v1/leads?limit=1";
const headers = { "x-api-key": "22222222-2222-4222-8222-222222222222" };
const expected: Record<string, unknown> = {};

for (const [name, client] of Object.entries({ ...nodeClients, ...undiciClients })) {
  try {
    // oxlint-disable-next-line no-await-in-loop -- only four calls
    expected[name] = (await client(url, { headers })).status;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    expected[name] = cause instanceof Error && "code" in cause ? cause.code : String(cause);
  }
}
process.stdout.write(JSON.stringify(expected));
