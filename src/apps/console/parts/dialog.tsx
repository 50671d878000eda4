/** Dialogs that use the browser's own element, which traps the focus and closes with Escape. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { Button } from "./controls.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

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
