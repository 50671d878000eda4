import { ids } from "../support/world.ts";
import { describeGenericList } from "./generic-reads.ts";

describeGenericList({
  id: "get-firmMembers-for-firm",
  clause: "1.5, 2.4",
  own: [ids.partnerMember, "HPowner2", ids.partnerOwner],
  filter: ["lastName", "Quist", ["HPowner2"]],
  ordered: ['[["email","ASC"]]', [ids.partnerMember, ids.partnerOwner, "HPowner2"]],
});
