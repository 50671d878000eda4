import { KeyLink } from "../limits/key.tsx";
import { act, replaceWorld, resetLoss } from "../parts/actions.ts";
import { Button, FileButton, download } from "../parts/controls.tsx";
import { Copy } from "../parts/copy.tsx";
import { fileText } from "../parts/file-text.ts";
import { Loaded, useResource } from "../parts/resource.tsx";
import { counted } from "../parts/times.ts";
import { boundTo, sandbox, workspace } from "../shell/connection.ts";
import { controlPage } from "../shell/documents.ts";
import { workspaceId } from "../shell/route.ts";
import { Snapshots } from "./snapshots.tsx";
import { Workspaces } from "./workspaces.tsx";

type Described = Awaited<ReturnType<ReturnType<typeof sandbox>["workspaces"]["get"]>>;

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
                <strong>{id}</strong> <bdi>{label}</bdi>{" "}
                {owner !== null && <bdi class="quiet">of {owner}</bdi>}{" "}
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
              <a href={controlPage} target="_blank" rel="noreferrer">
                Issue a key, add a Firm or a FirmMember
              </a>
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
    done: "The world was imported.",
    run: async () => workspace().state.put(JSON.parse(await fileText(file))),
  });
}

function Firm({ firm }: { readonly firm: Described["firms"][number] }) {
  const { id, name, firmType, firmMembers, referralCodes, apiKeys } = firm;
  const rows = [
    ...apiKeys.map(({ id: keyId, roleType, environment, quotaPerHour, key }) => {
      const limit =
        quotaPerHour === null ? "no limit" : `${counted(quotaPerHour, "request")} an hour`;
      return [<KeyLink id={keyId} />, ` ${roleType}, ${environment}, ${limit}`, key] as const;
    }),
    ...firmMembers.map((member) => {
      return [member.isOwner ? "Owner " : "Member ", <bdi>{member.email}</bdi>, member.id] as const;
    }),
    ...referralCodes.map((code) => ["Referral code", "", code.id] as const),
  ];
  return (
    <article class="card" aria-label={name}>
      <h3>
        {name} <span class="quiet">{firmType}</span> <span class="mono">{id}</span>{" "}
        <Copy text={id} />
      </h3>
      <ul class="plain-list">
        {rows.map(([first, second, value = ""]) => (
          <li key={value}>
            {first}
            {second} <span class="mono">{value}</span> <Copy text={value} />
          </li>
        ))}
      </ul>
    </article>
  );
}
