import { useEffect, useMemo, useState } from "preact/hooks";

import { Dialog } from "../parts/dialog.tsx";
import { toast } from "../parts/toast.tsx";
import type { Command } from "./commands.ts";
import { callCommands, controlCalls, found, viewCommands } from "./commands.ts";
import { messageOf } from "./connection.ts";
import { isPaletteOpen } from "./keys.ts";

/** The command palette: type part of a name, choose with the arrows, run with Enter. */
export function Palette() {
  return isPaletteOpen.value ? <OpenPalette /> : null;
}

function close(): void {
  isPaletteOpen.value = false;
}

function OpenPalette() {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const commands = useCommands();
  const hits = useMemo(() => found(commands, text).slice(0, 200), [commands, text]);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    close();
    command.run();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Enter") run(hits[at]);
    else if (event.key === "ArrowDown") setAt(Math.min(at + 1, hits.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Commands" class="palette" onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-hits"
        aria-activedescendant={`hit-${at}`}
        aria-label="Find a command"
        placeholder="Find a view or a call of the control API"
        autofocus
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <Hits hits={hits} at={at} onRun={run} />
    </Dialog>
  );
}

interface HitsProps {
  readonly hits: readonly Command[];
  readonly at: number;
  readonly onRun: (command: Command) => void;
}

function Hits({ hits, at, onRun }: HitsProps) {
  useEffect(() => {
    document.querySelector(`#hit-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div id="palette-hits" class="hits" role="listbox" aria-label="Commands">
      {hits.length === 0 && <p class="quiet">No command has these words.</p>}
      {hits.map((command, index) => (
        <div
          key={command.id}
          id={`hit-${index}`}
          role="option"
          aria-selected={index === at}
          class="hit"
          onClick={() => onRun(command)}
        >
          <span>{command.name}</span>
          <span class="quiet mono">{command.note}</span>
        </div>
      ))}
    </div>
  );
}

function useCommands(): readonly Command[] {
  const [calls, setCalls] = useState<readonly Command[]>([]);
  useEffect(() => {
    controlCalls().then(
      (all) => setCalls(callCommands(all)),
      (error: unknown) => toast(messageOf(error), { isProblem: true }),
    );
  }, []);
  return useMemo(() => [...viewCommands(), ...calls], [calls]);
}
