import type { ComponentChildren } from "preact";

import { useEscape } from "../shell/keys.ts";

interface PanelProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** What was opened from a list, beside it or in its place. */
export function Panel({ label, onClose, children }: PanelProps) {
  useEscape(onClose);
  return (
    <section class="panel" aria-label={label}>
      <button type="button" class="plain close" aria-label="Close" onClick={onClose}>
        ×
      </button>
      {children}
    </section>
  );
}

/** Names and values, one under the other. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ComponentChildren])[];
}) {
  return (
    <dl class="headers">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
