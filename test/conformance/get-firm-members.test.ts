import { ids } from "../support/world.ts";
import { describeGenericList } from "./generic-reads.ts";

describeGenericList({
  id: "get-firmMembers",
  clause: "2.4, 4.2",
  own: [ids.partnerMember, "HPowner2", ids.partnerOwner],
  filter: ["isOwner", false, [ids.partnerMember]],
  ordered: ['[["firstName","DESC"]]', ["HPowner2", ids.partnerOwner, ids.partnerMember]],
});
