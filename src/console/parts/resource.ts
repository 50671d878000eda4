/** What a view reads from the sandbox: loaded when it is shown, and again when events say that it changed. */
import { useEffect, useRef, useState } from "preact/hooks";

import { messageOf } from "../shell/connection.ts";
import { onEvent } from "../shell/live.ts";

export interface Resource<Value> {
  /** Null until it was loaded; the last one while it is loaded again. */
  readonly value: Value | null;
  /** Why it could not be loaded; null when it could. */
  readonly problem: string | null;
  readonly reload: () => void;
}

/** Events come in crowds; what they change is loaded once for all of them. */
const settleMs = 150;

/**
 * The value of `load`, loaded again when one of `inputs` changes and after events whose type `changedBy` matches. A
 * load that was overtaken is dropped.
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
