/** Short messages below the view, newest last. */
import { signal } from "@preact/signals";

import { Button } from "./controls.tsx";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
  readonly action: { readonly name: string; readonly run: () => void } | null;
}

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;
/** A message with an action stays longer, so that users can reach it. */
const shownMs = { plain: 5_000, action: 15_000 };

/** Shows a message; `action` adds a button such as Undo. */
export function toast(text: string, more: Partial<Pick<Toast, "isProblem" | "action">> = {}): void {
  lastId += 1;
  const added = { id: lastId, text, isProblem: false, action: null, ...more };
  toasts.value = [...toasts.value.slice(-3), added];
  const ms = added.action === null && !added.isProblem ? shownMs.plain : shownMs.action;
  setTimeout(() => dismiss(added.id), ms);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isProblem, action }) => (
        <div key={id} class={`row toast ${isProblem ? "toast-problem bad" : ""}`}>
          <span class="grow">{text}</span>
          {action !== null && (
            <Button
              run={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.name}
            </Button>
          )}
          <Button class="plain" aria-label="Dismiss" run={() => dismiss(id)}>
            ×
          </Button>
        </div>
      ))}
    </div>
  );
}
