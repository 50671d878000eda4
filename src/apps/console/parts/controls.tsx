/** The controls of every view: buttons, choices, search fields and tables. */
import type { ComponentChildren, ComponentProps } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Runs {
  /** Reports its own failure. */
  readonly run: () => unknown;
}

export function Button({ run, ...attributes }: ComponentProps<"button"> & Runs) {
  return <button type="button" onClick={() => void run()} {...attributes} />;
}

/** A form whose own button calls `run`. */
export function Form({ run, ...attributes }: ComponentProps<"form"> & Runs) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void run();
  };
  return <form onSubmit={submit} {...attributes} />;
}

type Choices = readonly (string | readonly [value: string, name: string])[];

/** The options of a select or a list of suggestions. */
export function Options({ of }: { readonly of: Choices }) {
  return of.map((choice) => {
    const [value, name] = typeof choice === "string" ? [choice, choice] : choice;
    return (
      <option key={value} value={value}>
        {name}
      </option>
    );
  });
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: Choices;
  readonly onValue: (value: string) => void;
}

export function Select({ label, value, options, onValue }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
    >
      <Options of={options} />
    </select>
  );
}

type Field = Pick<SelectProps, "label" | "onValue">;

/** The text of a field: `<Text label="Name" {...name} />`. */
export function useText(first: string) {
  const [value, onValue] = useState(first);
  return { value, onValue };
}

/** A field for a line of text, or for what its `type` says. */
export function Text({ label, onValue, ...attributes }: ComponentProps<"input"> & Field) {
  return (
    <input
      type="text"
      aria-label={label}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
      {...attributes}
    />
  );
}

export function Code({ label, onValue, ...attributes }: ComponentProps<"textarea"> & Field) {
  return (
    <label>
      {label}
      <textarea
        class="mono"
        spellcheck={false}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
        {...attributes}
      />
    </label>
  );
}

interface CheckProps {
  readonly type?: "checkbox" | "radio";
  readonly name?: string;
  readonly isOn: boolean;
  readonly onPick: (isOn: boolean) => unknown;
  readonly children: ComponentChildren;
}

/** A checkbox, or a radio button by its `type`; `children` say what it means. */
export function Check({ type = "checkbox", name, isOn, onPick, children }: CheckProps) {
  return (
    <label class="row check">
      <input
        type={type}
        name={name}
        checked={isOn}
        onChange={({ currentTarget }) => void onPick(currentTarget.checked)}
      />
      {children}
    </label>
  );
}

/** The items of a list. */
export function Items({ of }: { readonly of: readonly ComponentChildren[] }) {
  return of.map((item, at) => <li key={at}>{item}</li>);
}

interface TableProps {
  readonly heads: readonly ComponentChildren[];
  readonly class?: string;
  /** The cells of its rows, or the rows themselves. */
  readonly rows?: readonly (readonly ComponentChildren[])[];
  readonly children?: ComponentChildren;
}

/** A table. While it is wider than the page, it scrolls, by the keyboard, too. */
export function Table({ heads, class: name, rows = [], children }: TableProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isWider, setWider] = useState(false);
  useLayoutEffect(() => {
    const { current: box } = element;
    const watch = new ResizeObserver(() =>
      setWider((box?.scrollWidth ?? 0) > (box?.clientWidth ?? 0)),
    );
    for (const one of [box, box?.firstElementChild]) if (one) watch.observe(one);
    return () => watch.disconnect();
  }, []);
  return (
    <div class="table" ref={element} tabIndex={isWider ? 0 : undefined}>
      <table class={name}>
        <thead>
          <tr>
            {heads.map((head) => (typeof head === "string" ? <th key={head}>{head}</th> : head))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at}>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
          {children}
        </tbody>
      </table>
    </div>
  );
}

export function download(name: string, content: string | Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([content]));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function FileButton({ name, onFiles }: Readonly<{ name: string; onFiles: OpenFiles }>) {
  const choose = (): void => {
    const input = document.createElement("input");
    Object.assign(input, { type: "file", multiple: true, accept: "application/json" });
    input.addEventListener("change", () => onFiles([...(input.files ?? [])]));
    input.click();
  };
  return <Button run={choose}>{name}</Button>;
}

type OpenFiles = (files: readonly File[]) => unknown;

/** A sentence of the catalogue; renders text in backticks as code. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>{text.split("`").map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</>
  );
}
