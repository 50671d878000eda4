/** Dialogs that use the browser's own element, which traps the focus and closes with Escape. */
import { signal } from "@preact/signals";
import type { RenderableProps } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { Button } from "./controls.tsx";

type DialogProps = RenderableProps<Readonly<{ title: string; onClose: () => void }>>;

export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  // Opens and closes in a layout effect: keys typed right after Ctrl+K belong to the dialog.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-label={title}
      // Browsers report closing late, when another dialog may already be open.
      onClose={() => element.current !== null && onClose()}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div class="dialog-body">
        <h2>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

type Question = Readonly<{
  title: string;
  text: string;
  verb: string;
  answer: (isSure: boolean) => void;
}>;

const asked = signal<Question | null>(null);

/** Asks whether to do what `title` says; `text` is what it costs, and `verb` the text of the button that does it. */
export function ask(title: string, text: string, verb: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  asked.value?.answer(false);
  asked.value = { title, text, verb, answer: resolve };
  return promise;
}

export function ConfirmDialog() {
  const question = asked.value;
  if (question === null) return null;
  const end = (isSure: boolean): void => {
    question.answer(isSure);
    asked.value = null;
  };
  return (
    <Dialog title={question.title} onClose={() => end(false)}>
      <p>{question.text}</p>
      <div class="buttons">
        <Button class="primary" run={() => end(true)}>
          {question.verb}
        </Button>
        <Button run={() => end(false)}>Cancel</Button>
      </div>
    </Dialog>
  );
}

type Action = Readonly<{ name: string; run: () => void }>;
type Toast = Readonly<{ id: number; text: string; isProblem: boolean; action: Action | null }>;

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
