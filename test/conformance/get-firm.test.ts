import { ids } from "../support/world.ts";
import { describeGenericRecord } from "./generic-reads.ts";

describeGenericRecord({
  id: "get-firm",
  clause: "2.4, 4.2",
  record: {
    id: ids.partnerFirm,
    createdAt: "2026-01-05T09:00:00.000Z",
    updatedAt: "2026-01-05T09:00:00.000Z",
    deletedAt: null,
    name: "Harbour Point Financial",
    firmType: "Partner",
  },
});
