/** Sends HTTP requests to a sandbox in this process under a variation. */
import type { PlannedVariation } from "../../../src/harness/explore/model.ts";
import type { Observer } from "../../../src/harness/explore/run/observer.ts";
import { newObserver } from "../../../src/harness/explore/run/observer.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import { config } from "./settings.ts";

/** The key of the default fixture's first Firm, that Firm and one of its members. */
export interface Varied {
  readonly firmId: string;
  readonly observer: Observer;
  /** Calls the emulated API; rejects when the connection is cut. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Asked>;
  /** Calls the control API. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<Asked>;
  readonly close: () => void;
}

/** The response; `json` is null if the body is not JSON. */
export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the answer is under test
  readonly json: any;
}

/** A sandbox under the variation `planned`, or without any. */
export function varied(planned?: PlannedVariation): Varied {
  const trial = planned === undefined ? null : { id: "t", variations: [planned], waits: false };
  const observer = newObserver(trial, () => performance.now());
  const choices = planned?.choices ?? {};
  const sandbox = openSandbox(config({ assumptions: choices }), observer.watch);
  const [firm] = sandbox.describe().firms;
  const key = firm?.apiKeys.find(({ environment }) => environment === "sandbox")?.key ?? "";
  const send = async (method: string, path: string, body: unknown): Promise<Asked> => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const request = new Request(`http://127.0.0.1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await sandbox.fetch(request);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
  return {
    firmId: firm?.id ?? "",
    observer,
    ask: (method, path, body) => send(method, `/v1${path}`, body),
    control: (method, path, body) => send(method, `/_sandbox${path}`, body),
    close: sandbox.close,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A Lead to create, with `given` over the defaults. */
export function person(email: string, given: object = {}): object {
  return { email, firstName: "Maya", lastName: "Moss", phone: { number: "6475550100" }, ...given };
}
