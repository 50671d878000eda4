import { ids } from "../support/world.ts";
import { describeGenericList } from "./generic-reads.ts";

describeGenericList({
  id: "get-firms",
  clause: "2.4, 4.2",
  own: [ids.partnerFirm],
  filter: ["firmType", "Realty", []],
  ordered: ['[["name","ASC"]]', [ids.partnerFirm]],
});
