import { useState } from "preact/hooks";

import { act } from "../parts/actions.ts";
import { counted } from "../parts/times.ts";
import { toast } from "../parts/toast.tsx";
import { go, linkTo } from "../shell/route.ts";
import type { Bundle } from "./files.ts";
import { stateBefore, variedCall } from "./state-before.ts";

/** The calls of a bundle, and a button that restores the state just before one of them. */
export function BundleView({ name, bundle }: { readonly name: string; readonly bundle: Bundle }) {
  const { command, sentence, verdict, calls, settings } = bundle;
  const [at, setAt] = useState(variedCall(bundle));
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
    <article class="card" aria-label={name}>
      <h2>{name}</h2>
      <p class="mono">{command.join(" ")}</p>
      <p>
        {sentence} {verdict !== null && <strong>{verdict}</strong>}
      </p>
      {settings.adopt === true && <Adopted />}
      <ol class="life">
        {calls.map(({ plane, method, path, status, variation }, index) => (
          <li key={index} class={variation === null ? "" : "varied"}>
            <label class="check">
              <input
                type="radio"
                name={`before-${name}`}
                checked={at === index + 1}
                onChange={() => setAt(index + 1)}
              />
              <span class="mono">
                {plane === "control" ? "control " : ""}
                {method} {path} {status ?? ""}
              </span>
              {variation !== null && <small class="quiet">{variation}</small>}
            </label>
          </li>
        ))}
      </ol>
      <button type="button" class="primary" onClick={() => void stand()}>
        Stand before call {at} in a fresh workspace
      </button>
    </article>
  );
}

function Adopted() {
  return (
    <p class="hint">
      The run adopted the client's API key and ids. A fresh workspace adopts none, so calls with an
      adopted id have no effect in it. <code>lead-sandbox replay --serve</code> adopts them again.
    </p>
  );
}
