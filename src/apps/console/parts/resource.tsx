/** Data that a view loads from the sandbox when shown, and reloads after events that change it; and how it is drawn. */
import type { ComponentChildren, RenderableProps } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { WorkspaceClient } from "../../../library/client/index.ts";
import { errorMessage, workspace } from "../shell/connection.ts";
import { onEvent } from "../shell/live.ts";
import { Button } from "./controls.tsx";

export interface Resource<Value> {
  /** Null until the first load; keeps the last value during a reload. */
  readonly value: Value | null;
  /** Why the load failed; null on success. */
  readonly problem: string | null;
  readonly reload: () => void;
}

/** Events arrive in bursts, and one reload covers a burst. */
const settleMs = 150;
/** Minimum time between reloads: each costs the sandbox time that the client under test waits for. */
const reloadEveryMs = 1_000;

/**
 * Loads a value, and reloads it after an event whose type matches `changedBy` or when an input changes. Ignores the
 * result of an outdated load. The inputs need not name the workspace: another one has views of its own. `dueIn` says in
 * how many milliseconds a value changes without an event; null for never.
 */
export function useResource<Value>(
  load: () => Promise<Value>,
  changedBy?: RegExp,
  inputs: readonly unknown[] = [],
  dueIn: (value: Value) => number | null = () => null,
): Resource<Value> {
  const [state, setState] = useState<Pick<Resource<Value>, "value" | "problem">>({
    value: null,
    problem: null,
  });
  const latest = useRef(0);
  const loadedAt = useRef(0);
  const loading = useRef(load);
  loading.current = load;
  const reload = (): Promise<void> => {
    latest.current += 1;
    const mine = latest.current;
    const ended = (): boolean => {
      loadedAt.current = performance.now();
      return mine === latest.current;
    };
    return loading.current().then(
      (value) => void (ended() && setState({ value, problem: null })),
      (error: unknown) =>
        void (ended() && setState(({ value }) => ({ value, problem: errorMessage(error) }))),
    );
  };
  useEffect(() => void reload(), inputs);
  useEffect(() => {
    if (changedBy === undefined) return undefined;
    return afterEvents(changedBy, () => loadedAt.current, reload);
  }, [changedBy?.source]);
  useEffect(() => {
    const inMs = state.value === null ? null : dueIn(state.value);
    if (inMs === null) return undefined;
    const timer = setTimeout(() => void (document.hidden || reload()), inMs);
    return () => clearTimeout(timer);
  }, [state]);
  return { ...state, reload: () => void reload() };
}

/** The same for a value that changes with the clock of the workspace, which is read with it. */
export function useClocked<Value>(
  load: () => Promise<Value>,
  changedBy: RegExp,
  dueIn: (clock: Clock, value: Value) => number | null,
) {
  const both = () => Promise.all([load(), workspace().clock.get()] as const);
  return useResource(both, changedBy, [], ([value, clock]) => dueIn(clock, value));
}

export type Clock = Awaited<ReturnType<WorkspaceClient["clock"]["get"]>>;

/** Calls `reload` after events, at most once a second, never twice at a time, and only while the tab is visible. */
function afterEvents(types: RegExp, loadedAt: () => number, reload: () => Promise<void>) {
  let isStale = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const run = async (): Promise<void> => {
    isStale = false;
    await reload();
    timer = null;
    plan();
  };
  const plan = (): void => {
    if (!isStale || isOver || timer !== null || document.hidden) return;
    const waitMs = Math.max(settleMs, loadedAt() + reloadEveryMs - performance.now());
    timer = setTimeout(() => void run(), waitMs);
  };
  const end = onEvent(({ type }) => {
    isStale ||= type === "reset" || types.test(type);
    plan();
  });
  document.addEventListener("visibilitychange", plan);
  return () => {
    end();
    document.removeEventListener("visibilitychange", plan);
    isOver = true;
    if (timer !== null) clearTimeout(timer);
  };
}

export function Loading() {
  return (
    <p class="loading quiet" role="status">
      Loading…
    </p>
  );
}

export function Problem({ text, onRetry }: Readonly<{ text: string; onRetry?: () => void }>) {
  return (
    <div class="problem" role="alert">
      <p>{text}</p>
      {onRetry !== undefined && <Button run={onRetry}>Try again</Button>}
    </div>
  );
}

type LoadedProps<Value> = Readonly<{
  resource: Resource<Value>;
  children: (value: Value) => ComponentChildren;
}>;

/** Draws a resource once it has loaded. An error is shown above the last value. */
export function Loaded<Value>({ resource, children }: LoadedProps<Value>) {
  const { value, problem, reload } = resource;
  return (
    <>
      {problem !== null && <Problem text={problem} onRetry={reload} />}
      {value === null && problem === null && <Loading />}
      {value !== null && children(value)}
    </>
  );
}

export function Empty({ title, children }: RenderableProps<{ readonly title: string }>) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
