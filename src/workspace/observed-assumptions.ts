import type { Assumptions } from "../rules/trace.ts";

/** The same assumptions; `onChoice` is called with the rule of each that is looked up, whether or not it was chosen. */
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
