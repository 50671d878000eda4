import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

import { variedCallAt } from "../../../harness/explore/bundle/replayed.ts";
import type { Block } from "../../../harness/report/document.ts";
import { act, Copy } from "../parts/actions.tsx";
import { Button, Check, FileButton, Items, Prose, Table } from "../parts/controls.tsx";
import { toast } from "../parts/dialog.tsx";
import { fileText } from "../parts/file-text.ts";
import { counted, durationOf } from "../parts/times.ts";
import { errorMessage } from "../shell/connection.ts";
import { go, linkTo } from "../shell/route.ts";
import type { Bundle, Opened, Report } from "./files.ts";
import { openedFile } from "./files.ts";
import { stateBefore } from "./state-before.ts";

/** Opens reports and bundles. The browser reads them; nothing is uploaded. */
export function Reports() {
  const [opened, setOpened] = useState<readonly Opened[]>([]);
  const [isOver, setOver] = useState(false);
  const open = async (files: Iterable<File>): Promise<void> => {
    const read = await Promise.all(Array.from(files, readOpened));
    setOpened([...read.filter((one) => one !== null), ...opened]);
  };
  return (
    <section
      class={`page drop ${isOver ? "drop-over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void open(event.dataTransfer?.files ?? []);
      }}
    >
      <h1>Reports</h1>
      <p>
        Drop a <span class="mono">report.json</span> or a bundle of{" "}
        <span class="mono">explore</span>, <span class="mono">simulate</span>,{" "}
        <span class="mono">assess</span> or <span class="mono">check-har</span> here. Files are read
        in the browser and sent nowhere.
      </p>
      <div class="buttons">
        <FileButton name="Open files" onFiles={(files) => void open(files)} />
      </div>
      {opened.length === 0 && (
        <pre class="code">lead-sandbox explore --out explored -- node sync.mjs</pre>
      )}
      {opened.map((one, at) => (
        <article key={`${one.name}-${at}`} class="card" aria-label={one.name}>
          <p class="mono quiet">{one.name}</p>
          <OpenedView {...one} />
        </article>
      ))}
    </section>
  );
}

function OpenedView(opened: Opened) {
  if ("report" in opened) return <DocumentView {...opened} />;
  return "history" in opened ? <HistoryView {...opened} /> : <BundleView {...opened} />;
}

async function readOpened(file: File): Promise<Opened | null> {
  try {
    return openedFile(file.name, await fileText(file));
  } catch (error) {
    toast(errorMessage(error), { isProblem: true });
    return null;
  }
}

function BundleView({ bundle }: { readonly bundle: Bundle }) {
  const name = useId();
  const { command, sentence, verdict, calls, settings } = bundle;
  const [at, setAt] = useState(variedCallAt(bundle));
  const stand = () =>
    act(async () => {
      const { id, failed } = await stateBefore(bundle, at);
      go(linkTo("activity", null, {}, id));
      const [first] = failed;
      if (first === undefined) return toast(`This workspace stands before call ${at}.`);
      const text = `${counted(failed.length, "call")} had no effect here. The first is ${first}.`;
      toast(`This workspace stands before call ${at}, but ${text}`, { isProblem: true });
    }, null);
  return (
    <>
      <p class="mono">{command.join(" ")}</p>
      <p>
        {sentence} {verdict !== null && <strong>{verdict}</strong>}
      </p>
      {settings.adopt === true && (
        <p class="hint">
          The run adopted the client's API key and ids. A fresh workspace adopts none, so calls with
          an adopted id have no effect in it. <code>lead-sandbox replay --serve</code> adopts them
          again.
        </p>
      )}
      <ol class="life">
        {calls.map(({ plane, method, path, status, variation }, index) => (
          <li key={index} class={variation === null ? "" : "varied"}>
            <Check type="radio" name={name} isOn={at === index + 1} onPick={() => setAt(index + 1)}>
              <span class="mono">
                {plane === "control" ? "control " : ""}
                {method} {path} {status ?? ""}
              </span>
              {variation !== null && <small class="quiet">{variation}</small>}
            </Check>
          </li>
        ))}
      </ol>
      <Button class="primary" run={stand}>
        Stand before call {at} in a fresh workspace
      </Button>
    </>
  );
}

/** A history is repeated by the command, which runs the client at each tick. */
function HistoryView({ name, history }: Extract<Opened, { history: unknown }>) {
  const { command, finding, options } = history;
  const { leads, events } = history.history;
  const replay = `lead-sandbox replay ${/^[\w.-]+$/.test(name) ? name : "BUNDLE"} --run`;
  return (
    <>
      <p class="mono">{command.join(" ")}</p>
      <p>
        <strong>{finding.kind}</strong> {finding.column} <span class="quiet">{finding.id}</span>
      </p>
      <p>
        {counted(leads, "Lead")} at the start, a tick every {durationOf(options.every)}, and{" "}
        {counted(events.length, "event")}:
      </p>
      <ol class="life">
        <Items
          of={events.map(({ kind, tick }) => [
            <span class="quiet">tick {tick + 1}</span>,
            " ",
            kind,
          ])}
        />
      </ol>
      <p>The command repeats it, because it runs your client at each tick:</p>
      <pre class="code">{replay}</pre>
      <Copy text={replay} name="Copy the command" />
    </>
  );
}

export function DocumentView({ report: { document } }: { readonly report: Report }) {
  return (
    <>
      <h2>{prose(document.title)}</h2>
      {document.blocks.map((block, at) => (
        <BlockView key={at} {...block} />
      ))}
    </>
  );
}

function BlockView(block: Block): ComponentChildren {
  switch (block.type) {
    case "heading":
      return block.level === 2 ? (
        <h3 class="section">{prose(block.text)}</h3>
      ) : (
        <h4>{prose(block.text)}</h4>
      );
    case "paragraph":
      return <p>{prose(block.text)}</p>;
    case "list":
      return <ul>{<Items of={block.items.map(prose)} />}</ul>;
    case "table":
      return <Cells {...block} />;
    case "verdict":
      return <Verdict {...block} />;
    case "calls":
      return (
        <ol class="life mono">
          <Items
            of={block.calls.map((call) => (
              <bdi>{callText(call)}</bdi>
            ))}
          />
        </ol>
      );
    case "story":
      return (
        <ol class="life">
          <Items
            of={block.steps.map(({ at, text }) => [
              <span class="quiet">{at}</span>,
              " ",
              prose(text),
            ])}
          />
        </ol>
      );
    case "code":
      return (
        <pre class="code" dir="auto" tabIndex={0} role="group" aria-label={block.language}>
          {block.text}
        </pre>
      );
    default:
      return null;
  }
}

function prose(text: string) {
  return <Prose text={text} />;
}

function Verdict({ mark, title, text }: Extract<Block, { type: "verdict" }>) {
  return (
    <section class="verdict">
      <span class={`badge ${mark}`}>{mark}</span>
      <div>
        <strong>{prose(title)}</strong>
        {text !== "" && <p>{prose(text)}</p>}
      </div>
    </section>
  );
}

function Cells({ columns, rows }: Extract<Block, { type: "table" }>) {
  const heads = columns.map((column) => <th>{prose(column)}</th>);
  return <Table heads={heads} rows={rows.map((cells) => cells.map(prose))} />;
}

type Call = Extract<Block, { type: "calls" }>["calls"][number];

/** `POST /v1/leads → no answer, carried out`, as the page of the report has it. */
function callText({ method, path, status, outcome }: Call): string {
  const answer = status === 0 ? "no answer" : String(status);
  return `${method} ${path} → ${answer}${outcome === "" ? "" : `, ${outcome}`}`;
}
