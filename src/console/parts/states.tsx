/** Placeholders for the states loading, empty and failed. */
import type { ComponentChildren } from "preact";

import { Button } from "./controls.tsx";
import type { Resource } from "./resource.ts";

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** An empty list: nothing exists yet, or nothing matches; then `onAll` shows everything. */
export function EmptyList({
  name,
  isFiltered,
  onAll,
  children,
}: {
  readonly name: string;
  readonly isFiltered: boolean;
  readonly onAll: () => void;
  readonly children: ComponentChildren;
}) {
  if (!isFiltered) return <Empty title={`No ${name} yet`}>{children}</Empty>;
  return (
    <Empty title={`No ${name} matches`}>
      <Button run={onAll}>Show all</Button>
    </Empty>
  );
}

export function Loading() {
  return (
    <p class="loading" role="status">
      Loading…
    </p>
  );
}

interface ProblemProps {
  readonly text: string;
  readonly onRetry?: () => void;
}

export function Problem({ text, onRetry }: ProblemProps) {
  return (
    <div class="problem" role="alert">
      <p>{text}</p>
      {onRetry !== undefined && <Button run={onRetry}>Try again</Button>}
    </div>
  );
}

interface LoadedProps<Value> {
  readonly resource: Resource<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

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
