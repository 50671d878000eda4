import { whenAnswered } from "../../network/http/answer.ts";
import type { Gate } from "./gate.ts";
import { isOwnFailure } from "./refusal.ts";

/** A request that the sandbox answered with a 500 of its own, as opposed to a planned fault. */
export class SandboxFailure extends Error {
  constructor(request: string, reason: string) {
    super(
      `The sandbox itself failed, so this run proves nothing: ${request} was answered 500. ${reason}`,
    );
  }
}

export type FailureListener = (failure: SandboxFailure) => void;

/** Calls `onFailure` with each 500 of the sandbox itself. */
export function failureGate(onFailure: FailureListener): Gate {
  return (context, next) =>
    whenAnswered(next(context), (answer) => {
      if (answer.status === 500 && isOwnFailure(context)) {
        const { method, target, notes } = context;
        // Of a stack, the first line says what happened.
        const [cause = ""] = (notes.stack ?? notes.reason ?? "").split("\n");
        onFailure(new SandboxFailure(`${method} ${target.path}`, cause));
      }
      return answer;
    });
}
