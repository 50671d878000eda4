import { useId, useState } from "preact/hooks";

import { variedCallAt } from "../../../harness/explore/bundle/replayed.ts";
import { act } from "../parts/actions.ts";
import { Button, Check } from "../parts/controls.tsx";
import { counted } from "../parts/times.ts";
import { toast } from "../parts/toast.tsx";
import { go, linkTo } from "../shell/route.ts";
import type { Bundle } from "./files.ts";
import { stateBefore } from "./state-before.ts";

export function BundleView({ bundle }: { readonly bundle: Bundle }) {
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
