import { render } from "preact";

import { followMail } from "./mail/unread.ts";
import { App } from "./shell/app.tsx";
import { restoreToken } from "./shell/connection.ts";
import { followKeys, keepFocus } from "./shell/keys.ts";
import { followWorkspace } from "./shell/live.ts";
import { followAddress } from "./shell/route.ts";
import { restoreTheme } from "./shell/theme.ts";

restoreTheme();
restoreToken();
followAddress();
followKeys();
followMail();
followWorkspace();
const page = document.querySelector("#page");
if (page !== null) {
  page.replaceChildren();
  render(<App />, page);
  keepFocus(page);
}
