/** Ways to send a request from the page, or to take it along as code. */
import type { RenderableProps } from "preact";

import { act } from "../parts/actions.ts";
import { copyText } from "../parts/copy.tsx";
import { Menu } from "../parts/menu.tsx";
import { go, linkTo, place } from "../shell/route.ts";
import type { Sendable } from "./copy-as.ts";
import { languages } from "./copy-as.ts";
import type { Draft, Outcome } from "./send.ts";
import { hostReason, needsHost, sendableOf } from "./send.ts";

type OfDraft = Readonly<{ draft: Draft }>;
type Named = Readonly<{ label: string }>;

/** A menu of languages; copies the request as code of the picked one. */
export function CopyAs({ label, find }: Named & { readonly find: () => Promise<Sendable> }) {
  const items = [...languages.keys()].map((name) => [name, name] as const);
  const copy = async (language: string) => copyText(languages.get(language)?.(await find()) ?? "");
  const pick = (language: string) => void act(() => copy(language), `Copied as ${language}.`);
  return <Menu label={label} items={items} onPick={pick} />;
}

/** The button `children` that sends a draft; a menu that copies it if a browser cannot send it. */
export function Sending({ draft, label, children }: RenderableProps<OfDraft & Named>) {
  if (!needsHost(draft)) return <>{children}</>;
  return <CopyAs label={label} find={() => sendableOf(draft)} />;
}

/** Why there is a menu instead of the button. */
export function HostReason({ draft }: OfDraft) {
  return needsHost(draft) ? <p class="hint">{hostReason}</p> : null;
}

/** Opens a request that was sent; false if the sandbox did not name it. */
export function openSent({ requestId }: Outcome): boolean {
  if (requestId === null) return false;
  go(linkTo("activity", requestId, { ...place.value.query, do: "" }));
  return true;
}
