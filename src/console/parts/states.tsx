/** Placeholders for the states loading, empty and failed. */
import type { ComponentChildren } from "preact";

import type { Resource } from "./resource.ts";

export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Loading() {
  return (
    <p class="loading" role="status">
      Loading…
    </p>
  );
}

export function Problem({
  text,
  onRetry,
}: {
  readonly text: string;
  readonly onRetry?: () => void;
}) {
  return (
    <div class="problem" role="alert">
      <p>{text}</p>
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Draws a resource once it has loaded. An error is shown above the last value. */
export function Loaded<Value>({
  resource,
  children,
}: {
  readonly resource: Resource<Value>;
  readonly children: (value: Value) => ComponentChildren;
}) {
  const { value, problem, reload } = resource;
  return (
    <>
      {problem !== null && <Problem text={problem} onRetry={reload} />}
      {value === null && problem === null && <Loading />}
      {value !== null && children(value)}
    </>
  );
}
