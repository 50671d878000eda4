/**
 * The options of a command as rows: what commander parses, the types of the values, what an option requires and
 * excludes, and what a repetition names again follow from them.
 */

/** What commands print that name a run again. */
export type Repetition = "explore" | "replay";

/** An option. Without `parse` and `choices`, its value is the text of the command line. */
export interface OptionRow {
  readonly help: string;
  /** Reads the value. Throws `InvalidArgumentError`. */
  readonly parse?: (text: string) => unknown;
  readonly choices?: readonly string[];
  readonly default?: unknown;
  /** The default as it is typed, where the value is another. */
  readonly typedDefault?: string;
  /** The text of an option without a value. */
  readonly preset?: string;
  readonly isMandatory?: true;
  /** Each time that it is given adds a value. */
  readonly isRepeatable?: true;
  /** It needs one of these flags, or an argument such as `a command`. */
  readonly requires?: readonly string[];
  /** Flags and arguments that it cannot be combined with, each with the reason. */
  readonly excludes?: Readonly<Record<string, string>>;
  /** The only flags that it can be combined with, and why. */
  readonly onlyWith?: { readonly flags: readonly string[]; readonly why: string };
  /** The printed commands that name it again, as it was given. */
  readonly again?: readonly Repetition[];
}

/** Options by their flags as help shows them, such as `--out <dir>`; a text is the help alone. */
export type OptionRows = Readonly<Record<string, string | OptionRow>>;

/** The row of an option that may be its help alone. */
export function rowOf(row: string | OptionRow): OptionRow {
  return typeof row === "string" ? { help: row } : row;
}

type LongFlag<Flags> = Flags extends `${string}--${infer Long}` ? FirstWord<Long> : never;
type FirstWord<Text> = Text extends `${infer Word} ${string}` ? Word : Text;
type Positive<Flag> = Flag extends `no-${infer Rest}` ? Rest : Flag;
type Camel<Text> = Text extends `${infer Word}-${infer Rest}`
  ? `${Word}${Capitalize<Camel<Rest>>}`
  : Text;
type NameOf<Flags> = Camel<Positive<LongFlag<Flags>>>;

type ValueOf<Flags, Row> = Row extends { readonly parse: (text: string) => infer Value }
  ? Value
  : Row extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Row extends { readonly isRepeatable: true }
      ? readonly string[]
      : Flags extends `${string}...>`
        ? readonly string[]
        : Flags extends `${string}<${string}`
          ? string
          : Flags extends `${string}[${string}`
            ? string | true
            : boolean;

/** The flags of options that have a value in each call. */
type Present<Rows> = {
  [Flags in keyof Rows]: Rows[Flags] extends
    | { readonly default: unknown }
    | { readonly isMandatory: true }
    | { readonly isRepeatable: true }
    ? Flags
    : Flags extends `${string}${"<" | "["}${string}`
      ? never
      : Flags;
}[keyof Rows];

/** The values that commander hands to the action of a command with these rows. */
export type OptionsOf<Rows extends OptionRows> = {
  readonly [Flags in Present<Rows> as NameOf<Flags>]: ValueOf<Flags, Rows[Flags]>;
} & {
  readonly [Flags in Exclude<keyof Rows, Present<Rows>> as NameOf<Flags>]?: ValueOf<
    Flags,
    Rows[Flags]
  >;
};
