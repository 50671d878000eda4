/** The Firms, FirmMembers and ReferralCodes of a recording, and records of other Firms, in the form of a fixture. */
import type { JsonObject } from "../../../base/values/json.ts";
import {
  WorldFirm,
  WorldFirmMember,
  WorldLead,
  WorldReferralCode,
} from "../../../world/workspace/fixtures/world-records.ts";
import type { World } from "../../../world/workspace/fixtures/world.ts";
import type { RecordedCall } from "../../traffic/call.ts";
import type { History } from "../read/history.ts";
import { textIn } from "../read/shown-records.ts";
import type { RecordedKeys } from "./recorded-keys.ts";
import type { Seen } from "./seen-records.ts";
import { times } from "./seen-records.ts";

type WorldRecordedCall = World["leads"][number];

export function membersOf(
  entries: readonly RecordedCall[],
  leads: readonly Seen[],
  shown: readonly Seen[],
  keys: RecordedKeys,
): readonly World["firmMembers"][number][] {
  const members = new Map<string, World["firmMembers"][number]>();
  const add = (id: string, firmId: string, record: JsonObject): void => {
    const number = members.size + 1;
    const { data } = WorldFirmMember().safeParse({
      id,
      firmId,
      email: textIn(record, "email") ?? `member${number}@example.com`,
      firstName: textIn(record, "firstName") ?? "First",
      lastName: textIn(record, "lastName") ?? "Last",
      isOwner: record["isOwner"] === true,
      ...times({ ...record, convertedAt: null }),
    });
    if (data !== undefined && !members.has(id)) members.set(id, data);
  };
  for (const { id, firmId, record } of shown) add(id, textIn(record, "firmId") ?? firmId, record);
  for (const { record, firmId } of leads) {
    if (record["resourceType"] === "FirmMember")
      add(textIn(record, "resourceId") ?? "", firmId, {});
  }
  for (const entry of entries) {
    const { firmMemberId } = entry.params;
    const key = keys.of(entry);
    if (firmMemberId !== undefined && key !== null && showsParent(entry)) {
      add(firmMemberId, key.firmId, {});
    }
  }
  return [...members.values()];
}

/** Whether the answer shows that the parent in the path exists: access is checked before the body. */
export function showsParent({ status }: RecordedCall): boolean {
  return (status >= 200 && status < 300) || status === 409 || status === 422;
}

export function codesOf(
  shown: readonly Seen[],
  leads: readonly Seen[],
): readonly World["referralCodes"][number][] {
  const ids = new Map(
    leads.flatMap(({ record, firmId }): [string, string][] => {
      const id = textIn(record, "referredByReferralCodeId");
      return id === null ? [] : [[id, firmId]];
    }),
  );
  for (const { id, firmId } of shown) ids.set(id, firmId);
  return [...ids].flatMap(
    ([id, firmId]) => WorldReferralCode().safeParse({ id, firmId }).data ?? [],
  );
}

export function firmsOf(
  shown: readonly Seen[],
  ids: readonly string[],
): readonly World["firms"][number][] {
  const records = new Map(shown.map(({ id, record }) => [id, record]));
  const all = [...new Set([...ids, ...records.keys()])];
  return all.flatMap((id, at) => {
    const record = records.get(id) ?? {};
    const { data } = WorldFirm().safeParse({
      id,
      name: textIn(record, "name") ?? `Recorded Firm ${at + 1}`,
      firmType: textIn(record, "firmType") ?? "Realty",
      ...times({ ...record, convertedAt: null }),
    });
    return data ?? [];
  });
}

/** A Firm that no key of the recording belongs to, for what was answered with 403. */
export const foreignFirmId = "recorded-other-firm";

/** Other Firms that a key was refused with 403: their existence shows (rule auth.foreign-record). */
export function foreignFirms(
  entries: readonly RecordedCall[],
  keys: RecordedKeys,
): readonly string[] {
  return entries.flatMap((entry) => {
    const { firmId } = entry.params;
    const key = keys.of(entry);
    if (firmId === undefined || key === null || entry.status !== 403) return [];
    return firmId === key.firmId ? [] : [firmId];
  });
}

/** Leads that a key was refused with 403 although it may read Leads. */
export function foreignLeads(
  entries: readonly RecordedCall[],
  { leads }: History,
  keys: RecordedKeys,
): readonly WorldRecordedCall[] {
  const ids = entries.flatMap((entry) => {
    const { leadId } = entry.params;
    const mayCall = keys.of(entry)?.permissions.some((one) => one === entry.permission) === true;
    return leadId !== undefined && entry.status === 403 && mayCall && !leads.has(leadId)
      ? [leadId]
      : [];
  });
  return [...new Set(ids)].flatMap((id, at) => {
    const { data } = WorldLead().safeParse({
      id,
      email: `other${at + 1}@example.com`,
      phone: null,
      resourceType: "Firm",
      resourceId: foreignFirmId,
    });
    return data ?? [];
  });
}
