import { useEffect, useMemo, useState } from "preact/hooks";

import { Text } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { toast } from "../parts/toast.tsx";
import type { Command } from "./commands.ts";
import {
  actionCommands,
  callCommands,
  matchingCommands,
  leadCommands,
  viewCommands,
} from "./commands.ts";
import { errorMessage } from "./connection.ts";
import { controlCalls } from "./documents.ts";
import { isPaletteOpen } from "./keys.ts";

const typingMs = 150;

function close(): void {
  isPaletteOpen.value = false;
}

export function Palette() {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const hits = useHits(text);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    close();
    void command.run();
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
        onText={(typed) => {
          setText(typed);
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
          class="row hit"
          onClick={() => onRun(command)}
        >
          <span class="grow">{command.name}</span>
          <span class="quiet small mono">{command.note}</span>
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
