import { ids } from "../support/world.ts";
import { describeGenericRecord } from "./generic-reads.ts";

describeGenericRecord({
  id: "get-referral-code",
  clause: "2.4, 4.2",
  record: {
    id: ids.partnerCode,
    createdAt: "2026-01-05T09:00:00.000Z",
    updatedAt: "2026-01-05T09:00:00.000Z",
    deletedAt: null,
    firmId: ids.partnerFirm,
  },
});
