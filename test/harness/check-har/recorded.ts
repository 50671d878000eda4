/** Recordings of the sandbox under other choices, as a partner would record a service that differs. */
import { newSandboxClient } from "../../../src/library/client/index.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";

/** Drives a service whose clock is frozen, and advances it. */
export interface Driver {
  /** Sends a call with the key of the Firm, and returns the answer's JSON. */
  readonly api: (method: string, path: string, body?: unknown, key?: string) => Promise<Reply>;
  readonly client: ReturnType<typeof newSandboxClient>;
  readonly advance: (by: string) => Promise<unknown>;
}

export interface Reply {
  readonly status: number;
  readonly json: { readonly data?: Record<string, string> };
}

export const firm = "Harb0rPt";
export const member = "HPmember";
/** The first moment of every recording. */
export const monday = "2027-03-01T09:00:00.000Z";

/** The HAR of `drive` against a service with these choices, as the text of a file. */
export async function recordedHar(
  assumptions: Readonly<Record<string, string>>,
  drive: (driver: Driver) => Promise<void>,
): Promise<string> {
  const sandbox = openSandbox({ assumptions, seed: 7 });
  try {
    const client = newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch });
    const { firms } = sandbox.describe();
    const own = firms.find(({ id }) => id === firm)?.apiKeys[0]?.id ?? "";
    const key = sandbox.keyOf("default", own) ?? "";
    await client.clock.freeze(monday);
    const control = "http://127.0.0.1/_sandbox/workspaces/default";
    await drive({
      client,
      advance: (by) => client.clock.advance({ by }),
      async api(method, path, body, otherKey = key) {
        const response = await sandbox.fetch(
          new Request(`http://127.0.0.1${path}`, {
            method,
            headers: { "x-api-key": otherKey, "content-type": "application/json" },
            ...(body === undefined
              ? {}
              : { body: typeof body === "string" ? body : JSON.stringify(body) }),
          }),
        );
        const text = await response.text();
        return { status: response.status, json: text === "" ? {} : JSON.parse(text) };
      },
    });
    return await (await sandbox.fetch(new Request(`${control}/requests.har`))).text();
  } finally {
    sandbox.close();
  }
}
