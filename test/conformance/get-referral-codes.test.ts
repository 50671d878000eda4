import { ids } from "../support/world.ts";
import { describeGenericList } from "./generic-reads.ts";

describeGenericList({
  id: "get-referralCodes",
  clause: "2.4, 4.2",
  own: ["HPcode02", ids.partnerCode],
  filter: ["id", { $ne: "HPcode02" }, [ids.partnerCode]],
  ordered: ['[["id","ASC"]]', [ids.partnerCode, "HPcode02"]],
});
