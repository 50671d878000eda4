import { useId, useState } from "preact/hooks";

import { variedCallAt } from "../../../harness/explore/bundle/replayed.ts";
import { act } from "../parts/actions.ts";
import { Button, Check, FileButton } from "../parts/controls.tsx";
import { fileText } from "../parts/file-text.ts";
import { Json } from "../parts/json.tsx";
import { Empty } from "../parts/resource.tsx";
import { counted, durationOf } from "../parts/times.ts";
import { toast } from "../parts/toast.tsx";
import { errorMessage } from "../shell/connection.ts";
import { go, linkTo } from "../shell/route.ts";
import type { Bundle, Finding, Opened, Report } from "./files.ts";
import { openedFile } from "./files.ts";
import { stateBefore } from "./state-before.ts";

/** Opens reports and bundles of `explore`. The browser reads them; nothing is uploaded. */
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
        Drop <span class="mono">report.json</span> or a bundle of{" "}
        <span class="mono">lead-sandbox explore</span> here. Files are read in the browser and sent
        nowhere.
      </p>
      <div class="buttons">
        <FileButton name="Open files" onFiles={(files) => void open(files)} />
      </div>
      {opened.length === 0 && (
        <pre class="code">lead-sandbox explore --out explored -- node sync.mjs</pre>
      )}
      {opened.map((one, at) => (
        <article key={`${one.name}-${at}`} class="card" aria-label={one.name}>
          <h2>{one.name}</h2>
          {"report" in one ? <ReportView {...one} /> : <BundleView {...one} />}
        </article>
      ))}
    </section>
  );
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

function ReportView({ report }: { readonly report: Report }) {
  const { command, findings, summary } = report;
  const verdicts = Object.entries(summary.byVerdict).map(
    ([verdict, count]) => `${count} ${verdict}`,
  );
  return (
    <>
      <p class="mono">{command.join(" ")}</p>
      <p class="quiet">
        {counted(summary.trials, "trial")} in {durationOf(summary.durationMs)}:{" "}
        {verdicts.join(", ")}
      </p>
      {findings.length === 0 && <Empty title="No findings" />}
      {findings.map((finding) => (
        <OneFinding key={finding.id} finding={finding} />
      ))}
    </>
  );
}

const tones = { high: "bad", medium: "warn", low: "" };

function OneFinding({ finding }: { readonly finding: Finding }) {
  const { id, verdict, severity, accepted, title, explanation, advice, rules, records } = finding;
  return (
    <details class="card" open={severity === "high"}>
      <summary>
        <span class={`strong ${tones[severity]}`}>{verdict}</span> {title}
        {accepted && <span class="quiet"> accepted</span>}
      </summary>
      <p>{explanation}</p>
      <p>{advice}</p>
      <ol class="life">
        {finding.evidence.map(({ call, method, path, status, received }) => (
          <li key={call} class="mono">
            {method} {path} {status}
            {!received && " (the client did not get this answer)"}
          </li>
        ))}
      </ol>
      {records.length > 0 && <Json value={records} />}
      <p class="quiet">
        {rules.map((rule) => (
          <a key={rule} class="met" href={linkTo("rules", rule)}>
            {rule}
          </a>
        ))}
        {id}
        {finding.bundle !== null && ` · ${finding.bundle}`}
      </p>
    </details>
  );
}
