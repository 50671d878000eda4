import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useErrorBoundary, useState } from "preact/hooks";

import { Activity } from "../activity/activity.tsx";
import { Connect } from "../connect/connect.tsx";
import { CoverageView } from "../coverage/coverage.tsx";
import { Faults } from "../faults/faults.tsx";
import { Leads } from "../leads/leads.tsx";
import { Limits } from "../limits/limits.tsx";
import { Mail } from "../mail/mail.tsx";
import { Button, Check, Form, Text, useText } from "../parts/controls.tsx";
import { ConfirmDialog, Dialog, Toasts } from "../parts/dialog.tsx";
import { Menu } from "../parts/menu.tsx";
import { Facts } from "../parts/panel.tsx";
import { Problem, useResource } from "../parts/resource.tsx";
import { Reports } from "../reports/reports.tsx";
import { Rules } from "../rules/rules.tsx";
import { World } from "../world/world.tsx";
import {
  boundTo,
  enterToken,
  errorMessage,
  guideUrl,
  needsToken,
  sandbox,
  token as entered,
} from "./connection.ts";
import { hasKeys, isHelpOpen, isPaletteOpen, shortcuts, switchKeys } from "./keys.ts";
import { standing, workspacesVersion } from "./live.ts";
import { Palette } from "./palette.tsx";
import type { ViewId } from "./route.ts";
import { fragmentOf, go, linkTo, place, unread, views, workspaceId } from "./route.ts";
import { StateStrip } from "./strip.tsx";
import { switchTheme, themes } from "./theme.ts";

export function App() {
  if (needsToken.value) return <TokenForm />;
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <header class="row bar">
        <a class="brand" href={linkTo("activity")}>
          lead-sandbox
        </a>
        {boundTo.value === null ? <Workspaces /> : <strong>{boundTo.value}</strong>}
        {standing.value.state !== "gone" && <StateStrip key={workspaceId.value} />}
        <a class="button new" href={linkTo("activity", "new")}>
          <span>
            New<span class="roomy"> request</span>
          </span>
        </a>
        <Button class="search" run={() => (isPaletteOpen.value = true)}>
          Commands <kbd>Ctrl K</kbd>
        </Button>
        <Connection />
        <span class="roomy">
          <Menu label="Theme" shown="◐" items={Object.entries(themes)} onPick={switchTheme} />
        </span>
        <Button class="plain" aria-label="Keyboard shortcuts" run={() => (isHelpOpen.value = true)}>
          ?
        </Button>
      </header>
      <Navigation />
      <main id="main" tabIndex={-1} class={`view view-${place.value.view}`}>
        {/* A view of one workspace shows nothing of another. */}
        <View key={workspaceId.value} />
      </main>
      <Toasts />
      {isPaletteOpen.value && <Palette />}
      {isHelpOpen.value && <Help />}
      <ConfirmDialog />
    </>
  );
}

/** The URL's fragment holds the current place, so a link to an anchor would overwrite it. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#main")?.focus();
}

function Navigation() {
  const { view } = place.value;
  useEffect(() => {
    const follow = (): void => {
      const current = document.querySelector(".navigation [aria-current]");
      current?.scrollIntoView({ block: "nearest", inline: "center" });
    };
    follow();
    addEventListener("resize", follow);
    return () => removeEventListener("resize", follow);
  }, [view]);
  return (
    <nav class="navigation" aria-label="Views">
      {views.map(({ id, name }) => (
        <a key={id} href={linkTo(id)} aria-current={id === view ? "page" : undefined}>
          {name}{" "}
          {id === "mail" && unread.value > 0 && (
            <span class="small strong">
              {unread.value.toLocaleString("en")}
              <span class="skip"> unread</span>
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

/** The component of each view; its `id` names the open row. */
const viewParts: Readonly<Record<ViewId, ComponentType<{ id: string | null }>>> = {
  activity: Activity,
  leads: Leads,
  mail: Mail,
  limits: Limits,
  faults: Faults,
  rules: Rules,
  coverage: CoverageView,
  world: World,
  reports: Reports,
  connect: Connect,
};

function View(): ComponentChildren {
  const [error, forget] = useErrorBoundary();
  const { view, id } = place.value;
  useEffect(forget, [view, id]);
  if (error !== undefined) {
    return <Problem text={`This view failed: ${errorMessage(error)}`} onRetry={forget} />;
  }
  if (standing.value.state === "gone") {
    return (
      <div class="empty" role="alert">
        <h1>There is no workspace {workspaceId.value}</h1>
        <p>It was dropped, or its server was restarted.</p>
        <a href={fragmentOf({ workspace: "default", view: "world", id: null, query: {} })}>
          Show the workspaces
        </a>
      </div>
    );
  }
  const Shown = viewParts[view];
  return <Shown id={id} />;
}

function Workspaces() {
  const { value, reload } = useResource(
    () => sandbox().workspaces.list({ limit: 1_000 }),
    undefined,
    [workspacesVersion.value],
  );
  const known = value?.data ?? [];
  return (
    <Menu
      label="Workspace"
      shown={workspaceId.value}
      items={known.map(({ id, label }) => [id, label === null ? id : `${id} · ${label}`])}
      onOpen={reload}
      onPick={(id) => go(linkTo(place.value.view, null, {}, id))}
    />
  );
}

const standings = {
  connecting: ["Connecting", "quiet"],
  live: ["Live", "good"],
  lost: ["Reconnecting", "bad"],
  gone: ["Dropped", "bad"],
} as const;

function Connection() {
  const now = standing.value;
  const [name, tone] = standings[now.state];
  const reason = now.state === "lost" ? now.reason : undefined;
  return (
    <span class={`standing small ${tone}`} role="status" title={reason}>
      {name}
    </span>
  );
}

function Help() {
  const current = views.find(({ id }) => id === place.value.view);
  const goTo = views.map((view) => ({ keys: `g ${view.key}`, does: view.name }));
  return (
    <Dialog title="Keyboard" onClose={() => (isHelpOpen.value = false)}>
      <Check isOn={hasKeys.value} onPick={switchKeys}>
        Keys without Ctrl do something
      </Check>
      <Facts rows={[...shortcuts, ...goTo].map(({ keys, does }) => [keysOf(keys), does])} />
      <div class="buttons">
        <a href={guideUrl(current?.guide ?? "")} target="_blank" rel="noreferrer">
          Guide to {current?.name}
        </a>
        <Button run={() => (isHelpOpen.value = false)}>Close</Button>
      </div>
    </Dialog>
  );
}

function keysOf(keys: string) {
  return keys.split(" ").map((key) => [<kbd key={key}>{key}</kbd>, " "]);
}

/** The form for the control token, or for that of a workspace. The token stays in memory unless the user keeps it for this tab. */
function TokenForm() {
  const [problem, setProblem] = useState<string | null>(null);
  const token = useText("");
  const [isKept, setKept] = useState(false);
  const fail = (error: unknown): void => setProblem(errorMessage(error));
  return (
    <main class="token">
      <Form class="form" run={() => enterToken(token.value, isKept).catch(fail)}>
        <h1>
          {entered.value !== null || boundTo.value !== null
            ? `The workspace ${workspaceId.value} needs its token`
            : "This sandbox needs a token"}
        </h1>
        <label>
          Control token
          <Text
            label="Control token"
            type="password"
            autocomplete="off"
            required
            autofocus
            {...token}
          />
        </label>
        <Check isOn={isKept} onPick={setKept}>
          Keep it until this tab is closed
        </Check>
        {problem !== null && <Problem text={problem} />}
        <button class="primary">Open</button>
        <p class="quiet">
          It is the value of LEAD_SANDBOX_CONTROL_TOKEN, or the token that a workspace got when it
          was created.
        </p>
      </Form>
    </main>
  );
}
