/** The controls of every view: buttons, choices, search fields and tables. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

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

type Text = string | (() => string);

/** Copies `text` and confirms it briefly. */
export function Copy({ text, name = "Copy" }: { readonly text: Text; readonly name?: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await copyText(typeof text === "string" ? text : text());
    setDone(true);
    setTimeout(() => setDone(false), 1_500);
  };
  return (
    <Button kind="copy" run={copy}>
      <span aria-live="polite">{isDone ? "Copied" : name}</span>
    </Button>
  );
}

/** Copies text to the clipboard. Pages outside a secure context only have the older API. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** Downloads `content` as a file. */
export function download(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type = "application/json",
): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A button that opens files of JSON. */
export function FileButton({
  name,
  onFiles,
}: {
  readonly name: string;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  return (
    <label class="button file">
      {name}
      <input
        type="file"
        multiple
        accept="application/json"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    </label>
  );
}

/** A sentence of the catalogue; renders text in backticks as code. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>{text.split("`").map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</>
  );
}
