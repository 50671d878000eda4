import type { WorkspaceClient } from "../../../library/client/index.ts";
import { linkTo } from "../shell/route.ts";

type Caused = NonNullable<Awaited<ReturnType<WorkspaceClient["emails"]["get"]>>["cause"]>;

/** Why something happened, with a link to its request; the sandbox of an older version did not keep that. */
export function Cause({ cause }: { readonly cause: Caused | undefined }) {
  if (cause === undefined) return <span class="quiet">not known: it was not recorded</span>;
  if (cause.kind === "clock") return <>the clock</>;
  if (cause.kind === "control") return <>the control call {cause.operation}</>;
  return (
    <a class="mono" href={linkTo("activity", cause.requestId)}>
      {cause.method} {cause.path}
    </a>
  );
}
