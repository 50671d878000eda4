/** The controls of every view: buttons, choices, search fields and tables. */
import type { ComponentChildren } from "preact";

interface ButtonProps {
  /** Reports its own failure. */
  readonly run: () => unknown;
  /** A class, such as `primary` or `danger`. */
  readonly kind?: string;
  readonly isOff?: boolean;
  readonly isPressed?: boolean;
  /** The name for screen readers; by default the text. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

export function Button({ run, kind, isOff, isPressed, label, children }: ButtonProps) {
  return (
    <button
      type="button"
      class={kind}
      disabled={isOff}
      aria-pressed={isPressed}
      aria-label={label}
      onClick={() => void run()}
    >
      {children}
    </button>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  /** Values, or pairs of a value and its name. */
  readonly options: readonly (string | readonly [value: string, name: string])[];
  readonly onPick: (value: string) => void;
}

export function Select({ label, value, options, onPick }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onPick(currentTarget.value)}
    >
      {options.map((option) => {
        const [id, name] = typeof option === "string" ? [option, option] : option;
        return (
          <option key={id} value={id}>
            {name}
          </option>
        );
      })}
    </select>
  );
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly placeholder?: string;
  readonly kind?: string;
  readonly list?: string;
}

/** A field for a line of text. */
export function Text({ label, value, onText, kind, ...more }: TextProps) {
  return (
    <input
      type="text"
      class={kind}
      aria-label={label}
      value={value}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
      {...more}
    />
  );
}

/** The search field of a view; the key `/` focuses it. */
export function Search({ label, value, onText, ...more }: TextProps) {
  return (
    <span class="filter">
      <input
        type="search"
        data-search
        aria-label={label}
        value={value}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        {...more}
      />
    </span>
  );
}

/** A field for several lines of code. */
export function Code({
  label,
  value,
  onText,
  rows,
}: Pick<TextProps, "label" | "value" | "onText"> & { readonly rows: number }) {
  return (
    <label>
      {label}
      <textarea
        class="mono"
        rows={rows}
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
    </label>
  );
}

export function Check({
  name,
  isOn,
  onChange,
}: {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {name}
    </label>
  );
}

/** A table that scrolls on narrow screens; `children` are its rows. */
export function Table({
  heads,
  children,
}: {
  readonly heads: readonly string[];
  readonly children: ComponentChildren;
}) {
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
