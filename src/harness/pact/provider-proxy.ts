/**
 * A proxy between Pact's verifier and a sandbox. For each interaction it resets the world, sets up the states and
 * gives the request a working key. It keeps the answer for the report.
 */
import { randomUUID } from "node:crypto";

import * as z from "zod";

import type { JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import { makesRecords } from "../../domain/model/provider-state.ts";
import type { Surface } from "../../domain/model/surface.ts";
import type { SandboxClient } from "../../library/client/sandbox-client.ts";
import { SandboxError } from "../../library/client/sandbox-error.ts";
import { isControlPath } from "../../network/http/control-paths.ts";
import { serve } from "../../network/http/serve.ts";
import { interactionHeader, readNumbered } from "./numbered.ts";
import type { PactInteraction } from "./pact-interaction.ts";

/** The answer to one interaction's request, with the rules that decided it. */
export interface ProxiedAnswer {
  readonly status: number;
  readonly rules: readonly string[];
  readonly reason: string | null;
  /** The sandbox's hint about names in the request that are nearly documented ones. */
  readonly hint: string | null;
}

/** A provider state that failed, and why. */
export interface StateFailure {
  readonly state: string;
  readonly isUnknown: boolean;
  readonly message: string;
  /** The state that the pact probably means, and its parameters. */
  readonly meant: { readonly state: string; readonly parameters: readonly string[] } | null;
}

export interface ProviderProxy {
  readonly url: string;
  readonly stateUrl: string;
  /** The answer to the interaction with that number; null if its request never came. */
  readonly answerOf: (number: number) => ProxiedAnswer | null;
  /** The failed states of that interaction. */
  readonly stateFailuresOf: (number: number) => readonly StateFailure[];
  readonly close: () => Promise<void>;
}

export interface ProviderProxyOptions {
  /** Sends a request to the sandbox under verification. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly client: SandboxClient;
  /** The API and environment of the requests. */
  readonly surface: Surface;
  /** All interactions, indexed by number. */
  readonly interactions: readonly PactInteraction[];
  /** Called before the request of the interaction with that number, after its states. */
  readonly onRequest?: (number: number) => Promise<void>;
}

const StateChange = z.looseObject({
  state: z.string().default(""),
  params: z.record(z.string(), z.json()).nullish(),
  action: z.string().default("setup"),
});

/** What the proxy received, by interaction number. */
interface Received {
  readonly answers: Map<number, ProxiedAnswer>;
  readonly failures: Map<number, StateFailure[]>;
}

/** Serves the sandbox to the verifier on a free loopback port. */
export async function openProviderProxy(options: ProviderProxyOptions): Promise<ProviderProxy> {
  const received: Received = { answers: new Map(), failures: new Map() };
  const scene: Scene = newScene(null);
  // A random path that no pact requests.
  const statePath = `/${randomUUID()}`;
  const listening = await serve(
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname !== statePath) return replay(request, options, scene, received);
      return changeState(request, options, scene, received);
    },
    "127.0.0.1",
    [0],
  );
  const url = `http://127.0.0.1:${listening.ports[0]}`;
  return {
    url,
    stateUrl: url + statePath,
    answerOf: (number) => received.answers.get(number) ?? null,
    stateFailuresOf: (number) => received.failures.get(number) ?? [],
    close: () => listening.close(),
  };
}

interface Scene {
  /** The interaction that the world belongs to. */
  number: number | null;
  /** The key and the Firm that its states returned, and whether the key comes from a state about keys. */
  apiKey: string | null;
  firmId: string | null;
  isAboutKey: boolean;
}

function newScene(number: number | null): Scene {
  return { number, apiKey: null, firmId: null, isAboutKey: false };
}

/** Resets the sandbox when another interaction begins, even if the previous one never sent its request. */
async function enter(
  { client }: ProviderProxyOptions,
  scene: Scene,
  number: number,
): Promise<void> {
  if (scene.number === number) return;
  await client.reset();
  Object.assign(scene, newScene(number));
}

/** Sets up a state. Never answers 5xx, because the verifier would retry it for minutes. */
async function changeState(
  request: Request,
  options: ProviderProxyOptions,
  scene: Scene,
  { failures }: Received,
): Promise<Response> {
  const change = StateChange.safeParse(await request.json().catch(() => null));
  if (!change.success) return Response.json({ message: "No state change" }, { status: 422 });
  const { state, params, action } = change.data;
  const { number, name } = readNumbered(state);
  if (action === "teardown" || number === null) return Response.json({});
  try {
    await enter(options, scene, number);
    const { environment } = options.surface;
    const given = { ...(makesRecords(name) ? { environment } : {}), ...params };
    const values = await options.client.pact.setUp(name, given);
    remember(scene, name, values);
    return Response.json(values);
  } catch (error) {
    const isUnknown = error instanceof SandboxError && error.status === 404;
    const message = sentence(error);
    const nearest = /"([^"]+)"/.exec(error instanceof SandboxError ? (error.hint ?? "") : "")?.[1];
    const meant = await stateCalled(options.client, isUnknown ? (nearest ?? "") : name);
    const before = failures.get(number) ?? [];
    failures.set(number, [...before, { state: name, isUnknown, message, meant }]);
    return Response.json({ message }, { status: isUnknown ? 404 : 422 });
  }
}

async function stateCalled(client: SandboxClient, name: string): Promise<StateFailure["meant"]> {
  const wanted = name.trim().toLowerCase();
  const found = (await client.pact.states()).data.find((one) => one.name.toLowerCase() === wanted);
  const { properties = null } = found?.params ?? {};
  if (found === undefined) return null;
  return { state: found.name, parameters: isJsonObject(properties) ? Object.keys(properties) : [] };
}

/** The error message, followed by the problems of each field. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fields = error instanceof SandboxError ? error.fields : null;
  const wrong = Object.entries(fields ?? {}).map(
    ([field, problems]) => `${field}: ${problems.map(({ message }) => message).join(" ")}`,
  );
  return [error.message, ...wrong].join(" ");
}

function remember(scene: Scene, state: string, { apiKey, firmId }: JsonObject): void {
  const isAboutKey = state.trim().toLowerCase().startsWith("the api key");
  if (typeof firmId === "string" && (isAboutKey || !scene.isAboutKey)) scene.firmId = firmId;
  if (typeof apiKey !== "string" || (scene.isAboutKey && !isAboutKey)) return;
  scene.apiKey = apiKey;
  scene.isAboutKey = isAboutKey;
}

async function replay(
  request: Request,
  options: ProviderProxyOptions,
  scene: Scene,
  { answers }: Received,
): Promise<Response> {
  const number = Number(request.headers.get(interactionHeader));
  await enter(options, scene, number);
  const headers = new Headers(request.headers);
  headers.delete(interactionHeader);
  const key = await keyFor(options, scene, options.interactions[number]);
  if (key !== null) headers.set("x-api-key", key);
  const { pathname, search } = new URL(request.url);
  if (isControlPath(pathname)) {
    answers.set(number, {
      status: 404,
      rules: ["http.path.unknown"],
      reason: notReplayed,
      hint: null,
    });
    return Response.json({ message: notReplayed }, { status: 404 });
  }
  await options.onRequest?.(number);
  const body = await request.arrayBuffer();
  const hasBody = request.method !== "GET" && request.method !== "HEAD" && body.byteLength > 0;
  const response = await options.fetch(
    new Request(`http://${hostOf(options.surface)}${pathname}${search}`, {
      method: request.method,
      headers,
      ...(hasBody ? { body } : {}),
    }),
  );
  answers.set(number, {
    status: response.status,
    rules: (response.headers.get("x-sandbox-rules") ?? "").split(", ").filter(Boolean),
    reason: response.headers.get("x-sandbox-reason"),
    hint: response.headers.get("x-sandbox-hint"),
  });
  return response;
}

const notReplayed =
  "The path belongs to the sandbox and not to the Lead API, so the request was not sent.";

function hostOf({ api, environment }: Surface): string {
  return `${api.toLowerCase()}${environment === "production" ? "-production" : ""}.localhost`;
}

/**
 * The key that replaces the pact's placeholder: from a state about keys, or else a valid one. Null keeps the
 * pact's own header. The pact then has no key, or expects 401 with an invalid key and no state about keys.
 */
async function keyFor(
  { client, surface }: ProviderProxyOptions,
  scene: Scene,
  interaction: PactInteraction | undefined,
): Promise<string | null> {
  if (interaction === undefined || interaction.apiKey === null) return null;
  if (scene.isAboutKey) return scene.apiKey;
  if (interaction.status === 401) return null;
  const { apiKey = null } = await client.pact.setUp("the API key is valid", {
    roleType: surface.api,
    environment: surface.environment,
    ...(scene.firmId === null ? {} : { firmId: scene.firmId }),
  });
  return typeof apiKey === "string" ? apiKey : null;
}
