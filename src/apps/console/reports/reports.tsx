import { useState } from "preact/hooks";

import { FileButton } from "../parts/controls.tsx";
import { toast } from "../parts/toast.tsx";
import { messageOf } from "../shell/connection.ts";
import { BundleView } from "./bundle.tsx";
import type { Opened } from "./files.ts";
import { openedFile } from "./files.ts";
import { ReportView } from "./report.tsx";

/** Opens reports and bundles of `explore`. The browser reads them; nothing is uploaded. */
export function Reports() {
  const [opened, setOpened] = useState<readonly Opened[]>([]);
  const [isOver, setOver] = useState(false);
  const open = async (files: Iterable<File>): Promise<void> => {
    const read = await Promise.all(Array.from(files, readFile));
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

async function readFile(file: File): Promise<Opened | null> {
  try {
    return openedFile(file.name, await file.text());
  } catch (error) {
    toast(messageOf(error), { isProblem: true });
    return null;
  }
}
