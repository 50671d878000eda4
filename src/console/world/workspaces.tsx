import { useState } from "preact/hooks";

import { act, destroy } from "../parts/actions.ts";
import { Pager } from "../parts/pager.tsx";
import { useResource } from "../parts/resource.ts";
import { Loaded } from "../parts/states.tsx";
import { sandbox } from "../shell/connection.ts";
import { go, linkTo, workspaceId } from "../shell/route.ts";

const pageSize = 50;
/** The built-in fixtures. */
const fixtures = ["default", "empty"] as const;

/** The workspaces of this server, each with its own data and keys. */
export function Workspaces() {
  const [offset, setOffset] = useState(0);
  const listed = useResource(
    () => sandbox().workspaces.list({ limit: pageSize, offset }),
    [offset, workspaceId.value],
  );
  const drop = async (id: string): Promise<void> => {
    const isDone = await destroy({
      title: `Drop ${id}`,
      loses: "The workspace is lost, with its records, mail and snapshots.",
      confirm: "Drop",
      done: `${id} was dropped.`,
      run: () => sandbox().workspaces.drop(id),
    });
    if (isDone) listed.reload();
  };
  return (
    <>
      <h2 class="section">Workspaces</h2>
      <NewWorkspace />
      <Loaded resource={listed}>
        {({ data, meta, broken = [] }) => (
          <>
            <ul class="plain-list">
              {data.map(({ id, fixture }) => (
                <li key={id} class="buttons">
                  <a class="grow" href={linkTo("world", null, {}, id)}>
                    {id}
                  </a>
                  <span class="quiet">{fixture}</span>
                  {id !== "default" && (
                    <button type="button" class="danger" onClick={() => void drop(id)}>
                      Drop
                    </button>
                  )}
                </li>
              ))}
            </ul>
            <Pager meta={meta} onPage={setOffset} />
            {broken.map(({ id, reason }) => (
              <p key={id} class="problem">
                The workspace {id} is not served: {reason}
              </p>
            ))}
          </>
        )}
      </Loaded>
    </>
  );
}

function NewWorkspace() {
  const [id, setId] = useState("");
  const [fixture, setFixture] = useState<string>(fixtures[0]);
  const make = (event: SubmitEvent): void => {
    event.preventDefault();
    void act(async () => {
      const made = await sandbox().workspaces.create({ fixture, ...(id === "" ? {} : { id }) });
      go(linkTo("world", null, {}, made.id));
    }, "The workspace was made.");
  };
  return (
    <form class="buttons" onSubmit={make}>
      <input
        aria-label="Id of the new workspace"
        placeholder="id, or empty"
        value={id}
        onInput={({ currentTarget }) => setId(currentTarget.value)}
      />
      <select
        aria-label="Fixture"
        value={fixture}
        onChange={({ currentTarget }) => setFixture(currentTarget.value)}
      >
        {fixtures.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <button type="submit">Make a workspace</button>
    </form>
  );
}
