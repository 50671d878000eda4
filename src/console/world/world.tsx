import { act, replaceWorld, resetLoss } from "../parts/actions.ts";
import { Button, Copy, FileButton, download } from "../parts/controls.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { boundTo, sandbox, workspace } from "../shell/connection.ts";
import { linkTo, workspaceId } from "../shell/route.ts";
import { Snapshots } from "./snapshots.tsx";
import { Owner, Workspaces } from "./workspaces.tsx";

type Described = Awaited<ReturnType<ReturnType<typeof sandbox>["workspaces"]["get"]>>;

/** The workspace itself: its origin, its keys, and ways to restore it. */
export function World() {
  const described = useResource(
    () => sandbox().workspaces.get(workspaceId.value),
    /^(?:firm|key|referral|subscription)/,
  );
  return (
    <section class="page">
      <h1>World</h1>
      <Loaded resource={described}>
        {({ id, label, owner, seed, fixture, firms }) => (
          <>
            <div class="card">
              <p>
                <strong>{id}</strong> <bdi>{label}</bdi> <Owner name={owner} />
                <span class="quiet">
                  fixture {fixture}, seed {seed}
                </span>
              </p>
              <div class="buttons">
                <Button class="danger" run={() => replaceWorld(resetLoss())}>
                  Reset
                </Button>
                <Button run={exportState}>Export</Button>
                <FileButton name="Import" onFiles={([file]) => file && void importState(file)} />
              </div>
            </div>
            <h2 class="section">Firms and keys</h2>
            {firms.map((firm) => (
              <Firm key={firm.id} firm={firm} />
            ))}
            <p>
              <a href={linkTo("call", "issue-api-key")}>Issue a key</a>
              {" · "}
              <a href={linkTo("call", "add-firm")}>Add a Firm</a>
              {" · "}
              <a href={linkTo("call", "add-firm-member")}>Add a FirmMember</a>
            </p>
          </>
        )}
      </Loaded>
      <Snapshots />
      {boundTo.value === null && <Workspaces />}
    </section>
  );
}

async function exportState(): Promise<void> {
  await act(async () => {
    const state = await workspace().state.get();
    download(`${workspaceId.value}.json`, JSON.stringify(state, null, 2));
  }, null);
}

async function importState(file: File): Promise<void> {
  await replaceWorld({
    title: `Import ${file.name}`,
    loses: "All records, mail, requests and events of this workspace are lost.",
    confirm: "Import",
    done: "The world was imported.",
    run: async () => workspace().state.put(JSON.parse(await file.text())),
  });
}

function Firm({ firm }: { readonly firm: Described["firms"][number] }) {
  const { id, name, firmType, firmMembers, referralCodes, apiKeys } = firm;
  return (
    <article class="card" aria-label={name}>
      <h3>
        {name} <span class="quiet">{firmType}</span> <span class="mono">{id}</span>{" "}
        <Copy text={id} />
      </h3>
      <ul class="plain-list">
        {apiKeys.map((key) => (
          <li key={key.id}>
            {key.roleType}, {key.environment}, {key.quotaPerHour ?? "no limit of"} requests an hour{" "}
            <span class="mono">{key.key}</span> <Copy text={key.key} />
          </li>
        ))}
        {firmMembers.map((member) => (
          <li key={member.id}>
            {member.isOwner ? "Owner" : "Member"} {member.email}{" "}
            <span class="mono">{member.id}</span> <Copy text={member.id} />
          </li>
        ))}
        {referralCodes.map((code) => (
          <li key={code.id}>
            Referral code <span class="mono">{code.id}</span> <Copy text={code.id} />
          </li>
        ))}
      </ul>
    </article>
  );
}
