import { scheduler } from "node:timers/promises";

import { onTestFinished, vi } from "vitest";

import type { Sandbox, SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import type { Listener } from "../../../src/world/workspace/logs/events.ts";
import type { Workspace } from "../../../src/world/workspace/workspace.ts";
import type { Reply } from "../../support/reply.ts";
import { replyOf } from "../../support/reply.ts";
import { newSandbox } from "../../support/sandbox.ts";
import type { Call } from "../../support/world.ts";

/** The Partner key of the default workspace's fixture, and its id. */
export const partnerKey = { id: "HPkeySbx", key: "11111111-1111-4111-8111-111111111111" } as const;

/** A sandbox in this process with its internals, which its clients cannot see. */
export interface Opened {
  readonly sandbox: Sandbox;
  /** The default workspace. */
  readonly workspace: Workspace;
  /** Calls the emulated API, with the Partner key of the default workspace unless `call` has another key. */
  readonly api: (method: string, path: string, call?: Call) => Promise<Reply>;
  /** Calls the control API, of the default workspace unless the path names another. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<Reply>;
  /** Sends a request unchanged to either plane. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

/** The clock of an opened sandbox, later than the system's, as clocks only move forward. */
export const start = "2100-01-04T09:00:00.000Z";

/** A sandbox for one test, with the default workspace's clock at `start` and no quotas. */
export async function opened(options: SandboxOptions = {}): Promise<Opened> {
  const sandbox = newSandbox({ quota: null, ...options });
  const fetch: Opened["fetch"] = (url, init) => sandbox.fetch(new Request(url, init));
  const control: Opened["control"] = async (method, path, body) =>
    replyOf(
      await fetch(`http://127.0.0.1/_sandbox${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: { "content-type": "application/json" },
      }),
    );
  await control("PUT", "/clock", { mode: "frozen", now: start });
  const api: Opened["api"] = async (method, path, call = {}) => {
    const { key = partnerKey.key, surface = "partner", body, rawBody, headers } = call;
    const sent = rawBody ?? (body === undefined ? null : JSON.stringify(body));
    return replyOf(
      await fetch(`http://${surface}.localhost${path}`, {
        method,
        ...(sent === null ? {} : { body: sent }),
        headers: {
          ...(sent === null ? {} : { "content-type": "application/json" }),
          ...(key === null ? {} : { "x-api-key": key }),
          ...headers,
        },
      }),
    );
  };
  return { sandbox, workspace: sandbox.workspace(), api, control, fetch };
}

/** An opened sandbox on a loopback port. */
export interface Served extends Opened {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A sandbox for one test behind a real socket. */
export async function servedOn(options: SandboxOptions = {}): Promise<Served> {
  const open = await opened({ port: 0, ...options });
  const { url, close } = await open.sandbox.listen();
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopped ??= close());
  onTestFinished(stop);
  return { ...open, url, stop };
}

/** Waits until all remaining work depends on another request or a timer. */
export async function settled(): Promise<void> {
  await scheduler.yield();
}

/** Returns a function that reports whether the promise has settled. */
export function watched(promise: Promise<unknown>): () => boolean {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  void promise.then(settle, settle);
  return () => isSettled;
}

/** Counts the listeners of a workspace's events. */
export interface Listeners {
  readonly count: () => number;
  /** Resolves once the last listener has left. */
  readonly gone: Promise<void>;
}

/** Tracks when listeners come and go. */
export function watchListeners({ events }: Workspace): Listeners {
  const listening = new Set<Listener>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { subscribe } = events;
  const spy = vi.spyOn(events, "subscribe").mockImplementation((listener) => {
    const leave = subscribe(listener);
    listening.add(listener);
    return () => {
      leave();
      listening.delete(listener);
      if (listening.size === 0) resolve();
    };
  });
  onTestFinished(() => spy.mockRestore());
  return { count: () => listening.size, gone: promise };
}
