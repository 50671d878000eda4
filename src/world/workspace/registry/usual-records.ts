/** The records of a workspace that clients are usually configured with. */
import type { ApiKey } from "../../../domain/model/api-key.ts";
import type { Firm } from "../../../domain/model/firm.ts";
import type { SurfaceName } from "../../../domain/model/surface.ts";
import type { Workspace } from "../workspace.ts";

/** The key of a surface that clients are configured with: that of the first Firm with one for the API. */
export function defaultKey(workspace: Workspace, name: SurfaceName): ApiKey | null {
  const [role, environment] = name.split("-");
  const ofRole = workspace.keys().filter((key) => key.roleType.toLowerCase() === role);
  const [only, ...others] = ofRole.filter((key) => key.environment === environment);
  if (only === undefined || others.length === 0) return only ?? null;
  const order = new Map(
    workspace.directory().firms.map(({ id }, at): [Firm["id"], number] => [id, at]),
  );
  const inOrder = ofRole.toSorted((one, other) => placeOf(order, one) - placeOf(order, other));
  const firm = inOrder.find((key) => key.environment === "sandbox")?.firmId;
  const such = inOrder.filter((key) => key.environment === environment);
  return such.find(({ firmId }) => firmId === firm) ?? such[0] ?? null;
}

function placeOf(order: ReadonlyMap<string, number>, { firmId }: ApiKey): number {
  return order.get(firmId) ?? Number.POSITIVE_INFINITY;
}

/** The FirmMember that clients are configured with: the owner, or the first one. */
export function firstMember(workspace: Workspace, firmId: string): string | null {
  const members = workspace.directory().firmMembers.filter((member) => member.firmId === firmId);
  return (members.find(({ isOwner }) => isOwner) ?? members[0])?.id ?? null;
}
