import { ids } from "../support/world.ts";
import { describeGenericList } from "./generic-reads.ts";

describeGenericList({
  id: "get-referralCodes-for-firm",
  clause: "1.5, 2.4",
  own: ["HPcode02", ids.partnerCode],
  filter: ["firmId", ids.realtyFirm, []],
  ordered: ['[["createdAt","ASC"],["id","ASC"]]', [ids.partnerCode, "HPcode02"]],
});
