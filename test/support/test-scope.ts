/**
 * Ties what a test opens to that test. A test that ran out of time goes on in the worker that runs the next ones, and
 * must not reach their sandboxes.
 */
import { AsyncLocalStorage } from "node:async_hooks";

import type { Sandbox } from "../../src/server/sandbox/sandbox.ts";

/** One attempt of a test. */
export interface TestScope {
  /** The open sandboxes that the test uses. */
  readonly sandboxes: Set<Sandbox>;
  /** The one of them that it shares with earlier tests. */
  shared: Sandbox | null;
  /** Answers with a status that the OpenAPI document does not have. */
  readonly undocumented: string[];
}

const scopes = new AsyncLocalStorage<{ current: TestScope | null }>();

/** The scope of the calling test; null once that test has ended. */
export function currentScope(): TestScope | null {
  return scopes.getStore()?.current ?? null;
}

/** The scope of the calling test. Throws once that test has ended. */
export function testScope(): TestScope {
  const scope = currentScope();
  if (scope === null) throw new Error("No test is running here, or it has ended.");
  return scope;
}

/** Runs a test in a new scope. Fails it for an answer with an undocumented status. */
export async function withTestScope(runTest: () => Promise<void>): Promise<void> {
  const current: TestScope = { sandboxes: new Set(), shared: null, undocumented: [] };
  const scope: { current: TestScope | null } = { current };
  try {
    await scopes.run(scope, runTest);
    const [first] = current.undocumented;
    if (first !== undefined) throw new Error(`The OpenAPI document lacks a status: ${first}`);
  } finally {
    scope.current = null;
  }
}
