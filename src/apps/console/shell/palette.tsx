import { useEffect, useMemo, useState } from "preact/hooks";

import { act, resetWorkspace } from "../parts/actions.tsx";
import { Text } from "../parts/controls.tsx";
import { Dialog, toast } from "../parts/dialog.tsx";
import { clockSteps } from "../parts/times.ts";
import { errorMessage, workspace } from "./connection.ts";
import type { Operation } from "./documents.ts";
import { controlCalls, controlPage } from "./documents.ts";
import { isPaletteOpen } from "./keys.ts";
import { go, linkTo, views } from "./route.ts";
import { switchTheme, themes } from "./theme.ts";

const typingMs = 150;

function close(): void {
  isPaletteOpen.value = false;
}

export function Palette() {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const hits = useHits(text);
  const run = (chosen: Command | undefined): void => {
    if (chosen === undefined) return;
    close();
    void chosen.run();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Enter") run(hits[at]);
    else if (event.key === "ArrowDown") setAt(Math.min(at + 1, hits.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Commands" onClose={close}>
      <Text
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-hits"
        aria-activedescendant={`hit-${at}`}
        label="Find a command"
        placeholder="An action, a view, a Lead, or a call of the control API"
        autofocus
        value={text}
        onValue={(typed) => {
          setText(typed);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <Hits hits={hits} at={at} onRun={run} />
    </Dialog>
  );
}

type HitsProps = Readonly<{
  hits: readonly Command[];
  at: number;
  onRun: (command: Command) => void;
}>;

function Hits({ hits, at, onRun }: HitsProps) {
  useEffect(() => {
    document.querySelector(`#hit-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div id="palette-hits" class="hits" role="listbox" aria-label="Commands">
      {hits.length === 0 && <p class="quiet">No command has these words.</p>}
      {hits.map((hit, index) => (
        <div
          key={hit.id}
          id={`hit-${index}`}
          role="option"
          aria-selected={index === at}
          class="row hit"
          onClick={() => onRun(hit)}
        >
          <span class="grow">{hit.name}</span>
          <span class="quiet small mono">{hit.note}</span>
        </div>
      ))}
    </div>
  );
}

function useHits(text: string): readonly Command[] {
  const [calls, setCalls] = useState<readonly Command[]>([]);
  useEffect(() => void controlCalls().then((all) => setCalls(callCommands(all)), report), []);
  const [leads, setLeads] = useState<readonly Command[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => void leadCommands(text).then(setLeads, report), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return useMemo(() => {
    const own = [...actionCommands(), ...viewCommands(), ...calls];
    const fitting = matchingCommands(leads, text.replace(/^open (?!lead)/i, ""));
    return [...matchingCommands(own, text), ...fitting].slice(0, 200);
  }, [calls, leads, text]);
}

function report(error: unknown): void {
  toast(errorMessage(error), { isProblem: true });
}

export interface Command {
  readonly id: string;
  readonly name: string;
  /** Shown after the name, such as the method and path of a call. */
  readonly note: string;
  readonly run: () => unknown;
}

function command(name: string, note: string, run: () => unknown, id = name): Command {
  return { id, name, note, run };
}

export function viewCommands(): readonly Command[] {
  return views.map(({ id, name, key }) =>
    command(`Go to ${name}`, `g ${key}`, () => go(linkTo(id)), `view-${id}`),
  );
}

export function clockCommands(): readonly Command[] {
  const { clock } = workspace();
  return [
    ...Object.entries(clockSteps).map(([name, by]) =>
      command(`Advance ${name}`, "clock", () => act(() => clock.advance(by), `${name} passed.`)),
    ),
    command("Freeze the clock", "clock", () => act(() => clock.freeze(), "The clock is frozen.")),
    command("Let the clock run", "clock", () => act(() => clock.run(), "The clock runs.")),
  ];
}

/** Actions that take one step, by the words that people type. */
export function actionCommands(): readonly Command[] {
  return [
    command("New request", "n", () => go(linkTo("activity", "new"))),
    ...clockCommands(),
    command("Take a snapshot", "snapshot", takeSnapshot),
    command("Reset this workspace", "workspace", resetWorkspace),
    ...Object.entries(themes).map(([id, name]) =>
      command(`Theme: ${name}`, "this browser", () => switchTheme(id)),
    ),
  ];
}

async function takeSnapshot(): Promise<void> {
  const name = `at-${new Date().toISOString().slice(0, 19).replaceAll(":", "-").toLowerCase()}`;
  await act(() => workspace().snapshots.take(name), `Snapshot ${name} was taken.`);
}

/** Leads by a part of their email, name or id: open one, or sign one up. */
export async function leadCommands(text: string): Promise<readonly Command[]> {
  const { leads } = workspace();
  const search = text.replace(/^(?:sign up|open(?: lead)?)\s+/i, "").trim();
  if (search.length < 2) return [];
  const { data } = await leads.list({ search, limit: 5 });
  return data.flatMap(({ id, email, state }) => {
    const open = command(`Open Lead ${email}`, state, () => go(linkTo("leads", id)), id);
    const signUp = () => act(() => leads.convert(id), `${email} signed up.`);
    return state === "Active" ? [open, command(`Sign up ${email}`, id, signUp)] : [open];
  });
}

/** The calls of the control API, each on its page, which can send it. */
export function callCommands(calls: readonly Operation[]): readonly Command[] {
  return calls.map(({ id, summary, method, path, tag }) => {
    const show = () => open(`${controlPage}#/${encodeURIComponent(tag)}/${id}`, "_blank");
    return command(summary, `${method} ${path}`, show, `call-${id}`);
  });
}

/** The commands that contain all words of a text: names that start with the text first, then names that contain it. */
export function matchingCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const whole = words.join(" ");
  const hits = commands.filter(({ id, name, note }) => {
    const all = `${name} ${note} ${id}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const rank = ({ name }: Command): number => {
    const at = name.toLowerCase().indexOf(whole);
    return at === -1 ? 2 : Math.min(at, 1);
  };
  return hits.toSorted((one, other) => rank(one) - rank(other));
}
