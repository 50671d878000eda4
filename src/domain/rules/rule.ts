/**
 * The source of a behaviour: `documented` in the interface document, `reference` for the provider's public
 * documentation only, `assumed` where neither documents it and the sandbox had to choose.
 */
export const standings = ["documented", "reference", "assumed"] as const;
export type Standing = (typeof standings)[number];

/**
 * One behaviour of the emulated service. Its id never changes once shipped. A rule with a `default` is
 * a choice that a workspace can switch to one of the `alternatives`; both are short kebab-case names.
 */
export interface Rule {
  readonly clause: string;
  readonly standing: Standing;
  readonly statement: string;
  readonly source?: string;
  readonly default?: string;
  readonly alternatives?: readonly string[];
}

/** The separate claims of a rule's statement, by short kebab-case name. */
export type Parts = Readonly<Record<string, string>>;
