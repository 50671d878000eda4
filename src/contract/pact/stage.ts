/**
 * A sandbox as the verifier of Pact sees it: each interaction begins in the world of the fixture, its
 * states are brought about, its request gets a working key, and what it was answered is kept for the report.
 */
import * as z from "zod";

import type { SandboxClient } from "../../client/sandbox-client.ts";
import { SandboxError } from "../../client/sandbox-error.ts";
import type { JsonObject } from "../../domain/json.ts";
import { serve } from "../../http/serve.ts";
import { interactionHeader } from "./pact-file.ts";
import type { PactInteraction } from "./pact-file.ts";

/** What one interaction's request was answered, and the rules that decided it. */
export interface StagedAnswer {
  readonly status: number;
  readonly rules: readonly string[];
  readonly reason: string | null;
}

export interface Stage {
  readonly url: string;
  readonly stateUrl: string;
  /** The answer to the interaction of that number, if its request came. */
  readonly answerOf: (number: number) => StagedAnswer | null;
  /** Why a state could not be brought about, by its name. */
  readonly stateFailures: ReadonlyMap<string, string>;
  readonly close: () => Promise<void>;
}

export interface StageOptions {
  /** The sandbox to verify, with its control API. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly client: SandboxClient;
  /** The host that selects the API and environment. */
  readonly host: string;
  /** Every interaction by its number. */
  readonly interactions: readonly PactInteraction[];
}

const statePath = "/_sandbox/pact/states";

const StateChange = z.looseObject({
  state: z.string().default(""),
  params: z.record(z.string(), z.json()).nullish(),
  action: z.string().default("setup"),
});

/** Serves the sandbox to the verifier on a port of its own. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const answers = new Map<number, StagedAnswer>();
  const stateFailures = new Map<string, string>();
  const scene = newScene();
  const listening = await serve(
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname !== statePath) return replay(request, options, scene, answers);
      return changeState(request, options, scene, stateFailures);
    },
    "127.0.0.1",
    [0],
  );
  const url = `http://127.0.0.1:${listening.ports[0]}`;
  return {
    url,
    stateUrl: url + statePath,
    answerOf: (number) => answers.get(number) ?? null,
    stateFailures,
    close: () => listening.close(),
  };
}

/** Where the verification stands between two interactions. */
interface Scene {
  /** A request was answered: the next thing belongs to another interaction. */
  isOver: boolean;
  /** The key that the states of this interaction gave, and whether they are about that key. */
  apiKey: string | null;
  isAboutKey: boolean;
}

function newScene(): Scene {
  return { isOver: false, apiKey: null, isAboutKey: false };
}

async function nextScene({ client }: StageOptions, scene: Scene): Promise<void> {
  if (!scene.isOver) return;
  await client.reset();
  Object.assign(scene, newScene());
}

/** Never a 5xx, which the verifier would take for a passing trouble and repeat for minutes. */
async function changeState(
  request: Request,
  options: StageOptions,
  scene: Scene,
  failures: Map<string, string>,
): Promise<Response> {
  const change = StateChange.safeParse(await request.json());
  if (!change.success) return Response.json({ message: "No state change" }, { status: 422 });
  const { state, params, action } = change.data;
  if (action === "teardown") return Response.json({});
  try {
    await nextScene(options, scene);
    if (state === "") return Response.json({});
    const values = await options.client.pact.setUp(state, params ?? {});
    remember(scene, state, values);
    return Response.json(values);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    failures.set(state, message);
    const status = error instanceof SandboxError && error.status === 404 ? 404 : 422;
    return Response.json({ message }, { status });
  }
}

function remember(scene: Scene, state: string, values: JsonObject): void {
  const { apiKey } = values;
  if (typeof apiKey !== "string") return;
  const isAboutKey = state.toLowerCase().startsWith("the api key");
  if (scene.isAboutKey && !isAboutKey) return;
  scene.apiKey = apiKey;
  scene.isAboutKey = isAboutKey;
}

async function replay(
  request: Request,
  options: StageOptions,
  scene: Scene,
  answers: Map<number, StagedAnswer>,
): Promise<Response> {
  await nextScene(options, scene);
  const number = Number(request.headers.get(interactionHeader));
  const headers = new Headers(request.headers);
  headers.delete(interactionHeader);
  const key = await keyFor(options, scene, options.interactions[number]);
  if (key !== null) headers.set("x-api-key", key);
  const { pathname, search } = new URL(request.url);
  const body = await request.arrayBuffer();
  const hasBody = request.method !== "GET" && request.method !== "HEAD" && body.byteLength > 0;
  const response = await options.fetch(
    new Request(`http://${options.host}${pathname}${search}`, {
      method: request.method,
      headers,
      ...(hasBody ? { body } : {}),
    }),
  );
  scene.isOver = true;
  answers.set(number, {
    status: response.status,
    rules: (response.headers.get("x-sandbox-rules") ?? "").split(", ").filter(Boolean),
    reason: response.headers.get("x-sandbox-reason"),
  });
  return response;
}

/**
 * The key to send in place of a placeholder: the one that a state gave, else a working one. Null to send what
 * the pact has: no key at all, or one that is bad on purpose, since 401 is expected and no state is about it.
 */
async function keyFor(
  { client }: StageOptions,
  scene: Scene,
  interaction: PactInteraction | undefined,
): Promise<string | null> {
  if (interaction === undefined || interaction.apiKey === null) return null;
  if (interaction.status === 401 && !scene.isAboutKey) return null;
  if (scene.apiKey !== null) return scene.apiKey;
  const { apiKey = null } = await client.pact.setUp("the API key is valid");
  return typeof apiKey === "string" ? apiKey : null;
}
