import { render } from "preact";

import { App } from "./shell/app.tsx";
import { restoreToken } from "./shell/connection.ts";
import { followKeys } from "./shell/keys.ts";
import { followWorkspace } from "./shell/live.ts";
import { followAddress } from "./shell/route.ts";

restoreToken();
followAddress();
followKeys();
followWorkspace();
const page = document.querySelector("#page");
if (page !== null) render(<App />, page);
