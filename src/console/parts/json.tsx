/** Shows JSON as a collapsible tree, and anything else as text. It never renders markup. */
import { useState } from "preact/hooks";

import { counted } from "./times.ts";

/** Number of members drawn at first. */
const membersMax = 100;
/** Maximum length of JSON that starts expanded. */
const unfoldedMax = 2_000;
/** Number of characters drawn at first. */
const textMax = 20_000;

/** A body: a tree if it is JSON, else text. */
export function Body({ text }: { readonly text: string | null }) {
  if (text === null || text === "") return <p class="quiet">No body</p>;
  const value = parsed(text);
  return value === undefined ? <LongText text={text} /> : <Json value={value} />;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller shows it as text.
    return undefined;
  }
}

export function LongText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > textMax && !isWhole;
  return (
    <>
      <pre class="code">{isCut ? text.slice(0, textMax) : text}</pre>
      {isCut && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString("en")} characters
        </button>
      )}
    </>
  );
}

export function Json({ value }: { readonly value: unknown }) {
  const openTo = (JSON.stringify(value) ?? "").length <= unfoldedMax ? Infinity : 2;
  return (
    <div class="json">
      <Value value={value} depth={0} openTo={openTo} />
    </div>
  );
}

interface ValueProps {
  readonly value: unknown;
  readonly depth: number;
  /** Values below this depth start collapsed. */
  readonly openTo: number;
}

function Value({ value, depth, openTo }: ValueProps) {
  if (typeof value !== "object" || value === null) return <Scalar value={value} />;
  const members = Object.entries(value);
  const isList = Array.isArray(value);
  if (members.length === 0) return <span class="json-mark">{isList ? "[]" : "{}"}</span>;
  return <Members members={members} isList={isList} depth={depth} openTo={openTo} />;
}

interface MembersProps extends Pick<ValueProps, "depth" | "openTo"> {
  readonly members: readonly (readonly [string, unknown])[];
  readonly isList: boolean;
}

function Members({ members, isList, depth, openTo }: MembersProps) {
  const [isOpen, setOpen] = useState(depth < openTo);
  const [shown, setShown] = useState(membersMax);
  const [before, after] = isList ? ["[", "]"] : ["{", "}"];
  const count = counted(members.length, isList ? "item" : "field");
  return (
    <>
      <button
        type="button"
        class="json-fold"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? "Fold" : "Unfold"} ${count}`}
        onClick={() => setOpen(!isOpen)}
      >
        {before}
        {!isOpen && <span class="json-count">{count}</span>}
        {!isOpen && after}
      </button>
      {isOpen && (
        <div class="json-members">
          {members.slice(0, shown).map(([name, member]) => (
            <div key={name} class="json-member">
              {!isList && <span class="json-name">{name}: </span>}
              <Value value={member} depth={depth + 1} openTo={openTo} />
            </div>
          ))}
          {members.length > shown && (
            <button type="button" onClick={() => setShown(shown + 1_000)}>
              {members.length - shown} more
            </button>
          )}
        </div>
      )}
      {isOpen && <span class="json-mark">{after}</span>}
    </>
  );
}

function Scalar({ value }: { readonly value: unknown }) {
  const kind = value === null ? "null" : typeof value;
  return <span class={`json-${kind}`}>{JSON.stringify(value)}</span>;
}
