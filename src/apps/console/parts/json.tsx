/** Shows JSON as a collapsible tree, and anything else as text. It never renders markup. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { findJsonError } from "../../../base/values/json-error.ts";
import { jsonOrText } from "../shell/connection.ts";
import { Button } from "./controls.tsx";
import { counted } from "./times.ts";

const membersMax = 100;
/** Maximum length of JSON that starts expanded. */
const unfoldedMax = 2_000;

/** Texts to show next to members, by path: the names from the root, joined by dots. */
export type Marks = ReadonlyMap<string, string>;

/** A body: a tree if it is JSON, else text. */
export function Body({ text, marks }: { readonly text: string | null; readonly marks?: Marks }) {
  if (text === null || text === "") return <p class="quiet">No body</p>;
  const value = jsonOrText(text);
  return typeof value === "string" ? (
    <pre class="code">{text}</pre>
  ) : (
    <Json value={value} marks={marks} />
  );
}

/** Where a body stops being JSON; nothing for JSON or without a body. */
export function JsonError({ text }: { readonly text: string }) {
  const found = text === "" ? null : findJsonError(text);
  if (found === null) return null;
  const { line, column, rest } = found;
  return (
    <p class="hint">
      The body is not JSON from line {line}, column {column} on:{" "}
      {rest === "" ? "it ends there." : <code>{rest.slice(0, 40)}</code>}
    </p>
  );
}

export function Json({
  value,
  marks = new Map(),
}: Pick<ValueProps, "value"> & { marks?: Marks | undefined }) {
  const openTo = (JSON.stringify(value) ?? "").length <= unfoldedMax ? Infinity : 2;
  return (
    <div class="json mono">
      <Value value={value} path={[]} openTo={openTo} marks={marks} />
    </div>
  );
}

interface ValueProps {
  /** Its name in the value that contains it; none in a list. */
  readonly name?: ComponentChildren;
  readonly value: unknown;
  readonly path: readonly string[];
  /** Values below this depth start collapsed, unless they contain a mark. */
  readonly openTo: number;
  readonly marks: Marks;
}

function Value(shown: ValueProps) {
  const { name, value } = shown;
  const isObject = typeof value === "object" && value !== null;
  if (isObject && Object.keys(value).length > 0) return <Members {...shown} value={value} />;
  const tone = isObject ? "quiet" : typeof value === "string" ? "good" : "warn";
  return [name, <span class={tone}>{JSON.stringify(value)}</span>];
}

function Members({ name, value, path, openTo, marks }: ValueProps & { readonly value: object }) {
  const members = Object.entries(value);
  const isList = Array.isArray(value);
  const isMarked = [...marks.keys()].some((marked) => marked.startsWith(`${path.join(".")}.`));
  const [isOpen, setOpen] = useState(path.length < openTo || isMarked);
  const [shown, setShown] = useState(membersMax);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {name}
        <small class="quiet">{counted(members.length, isList ? "item" : "field")}</small>
      </summary>
      {isOpen && (
        <div class="json-members">
          {members.slice(0, shown).map(([member, inner]) => {
            const to = [...path, member];
            const mark = marks.get(to.join("."));
            const shownName = !isList && <span class="quiet">{member}: </span>;
            return (
              <div key={member} class={mark === undefined ? "" : "json-marked"}>
                <Value name={shownName} value={inner} path={to} openTo={openTo} marks={marks} />
                {mark !== undefined && <strong class="bad"> ← {mark}</strong>}
              </div>
            );
          })}
          {members.length > shown && (
            <Button run={() => setShown(shown + 1_000)}>{members.length - shown} more</Button>
          )}
        </div>
      )}
    </details>
  );
}
