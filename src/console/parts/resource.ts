/** Data that a view loads from the sandbox when shown, and reloads after events that change it. */
import { useEffect, useRef, useState } from "preact/hooks";

import { messageOf } from "../shell/connection.ts";
import { onEvent } from "../shell/live.ts";

export interface Resource<Value> {
  /** Null until the first load; keeps the last value during a reload. */
  readonly value: Value | null;
  /** Why the load failed; null on success. */
  readonly problem: string | null;
  readonly reload: () => void;
}

/** Events arrive in bursts, and one reload covers a burst. */
const settleMs = 150;

/**
 * Loads a value, and reloads it when an input changes or after an event whose type matches `changedBy`. Ignores the
 * result of an outdated load.
 */
export function useResource<Value>(
  load: () => Promise<Value>,
  inputs: readonly unknown[],
  changedBy?: RegExp,
): Resource<Value> {
  const [state, setState] = useState<Pick<Resource<Value>, "value" | "problem">>({
    value: null,
    problem: null,
  });
  const latest = useRef(0);
  const loading = useRef(load);
  loading.current = load;
  const reload = (): void => {
    latest.current += 1;
    const mine = latest.current;
    loading.current().then(
      (value) => mine === latest.current && setState({ value, problem: null }),
      (error: unknown) =>
        mine === latest.current && setState(({ value }) => ({ value, problem: messageOf(error) })),
    );
  };
  useEffect(reload, inputs);
  useEffect(() => {
    if (changedBy === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const end = onEvent(({ type }) => {
      if (timer !== null || !(type === "reset" || changedBy.test(type))) return;
      timer = setTimeout(() => {
        timer = null;
        reload();
      }, settleMs);
    });
    return () => {
      end();
      if (timer !== null) clearTimeout(timer);
    };
  }, [changedBy?.source]);
  return { ...state, reload };
}
