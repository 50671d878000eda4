import { iso } from "../../base/values/moment.ts";
import type { Cause } from "../../domain/model/cause.ts";
import type { CallNumbers } from "./logs/call-numbers.ts";
import type { WorkspaceEvent } from "./logs/events.ts";
import type { Clock } from "./time/clock.ts";

/** The cause of what happens in a workspace now; none at first. */
export function newCurrentCause(calls: CallNumbers, clock: Clock) {
  let cause: Cause | null = null;
  const during = <Result>(next: Cause | null, work: () => Result): Result => {
    const before = cause;
    cause = next;
    try {
      return work();
    } finally {
      cause = before;
    }
  };
  const ofCall = (operation: string): Cause => {
    let callId: string | null = null;
    return {
      kind: "control",
      // Only a call that causes something has a number.
      get callId() {
        return (callId ??= `call_${calls.next()}`);
      },
      operation,
      at: iso(clock.now()),
    };
  };
  /** The data of an event with the id of its cause. */
  const marked = (data: WorkspaceEvent["data"]): WorkspaceEvent["data"] => {
    if (cause === null || cause.kind === "clock") return data;
    return cause.kind === "request"
      ? { ...data, requestId: cause.requestId }
      : { ...data, callId: cause.callId };
  };
  return { current: () => cause, during, ofCall, marked };
}
