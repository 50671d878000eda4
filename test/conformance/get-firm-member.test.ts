import { ids } from "../support/world.ts";
import { describeGenericRecord } from "./generic-reads.ts";

describeGenericRecord({
  id: "get-firm-member",
  clause: "2.4, 4.2",
  record: {
    id: ids.partnerMember,
    createdAt: "2026-01-05T09:00:00.000Z",
    updatedAt: "2026-01-05T09:00:00.000Z",
    deletedAt: null,
    firmId: ids.partnerFirm,
    firmType: "Partner",
    email: "mika.member@harbour-point.example",
    firstName: "Mika",
    lastName: "Moss",
    isOwner: false,
  },
});
