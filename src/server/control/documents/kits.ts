import * as z from "zod";

import { isKitName, kitNames, kits, kitText } from "../../kits/kits.ts";
import { list } from "../calls/answer.ts";
import { ControlError } from "../calls/control-error.ts";
import { textType } from "../calls/media-types.ts";
import { withNoQuery } from "../calls/operation.ts";
import { pageOf } from "../calls/shapes.ts";

/** GET `/kits`: which kits there are. */
export const listKits = withNoQuery({
  id: "list-kits",
  summary: "List the kits, each one file that gives every test of a language its own workspace",
  level: "server",
  method: "GET",
  path: "/kits",
  answer: pageOf(z.strictObject({ name: z.string(), file: z.string(), runner: z.string() })),
  run: () => list(kitNames, (name) => ({ name, ...kits[name] })),
});

/** GET `/kits/{kit}`: a kit holds no secret, so the call needs no token. */
export const getKit = withNoQuery({
  id: "get-kit",
  summary: "Download a kit of this version",
  level: "server",
  method: "GET",
  path: "/kits/{kit}",
  answer: null,
  mediaType: textType,
  run({ params, server }) {
    const name = params["kit"] ?? "";
    if (!isKitName(name)) {
      throw new ControlError(404, `There is no kit ${JSON.stringify(name)}.`, {
        hint: `There are ${kitNames.join(", ")}.`,
      });
    }
    const headers = { "content-disposition": `attachment; filename="${kits[name].file}"` };
    return { status: 200, body: kitText(name, server.version), mediaType: textType, headers };
  },
});
