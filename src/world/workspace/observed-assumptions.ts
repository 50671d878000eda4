import type { Assumptions } from "../../domain/rules/trace.ts";

/** The same assumptions; calls `onChoice` with each rule that is looked up, chosen or not. */
export function observedAssumptions(
  assumptions: Assumptions,
  onChoice: (rule: string) => void,
): Assumptions {
  return new Proxy(assumptions, {
    getOwnPropertyDescriptor(target, rule) {
      if (typeof rule === "string") onChoice(rule);
      return Reflect.getOwnPropertyDescriptor(target, rule);
    },
  });
}
