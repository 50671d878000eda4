/** The page that shows the documents, with relative addresses for a proxy that serves it below a path. It only loads files of the sandbox. With `asksForKey` it fills in an API key. */
export function docsPage(asksForKey: boolean): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>lead-sandbox: Lead API and Control API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
    <link rel="stylesheet" href="docs/page.css" />
  </head>
  <body>
    <noscript>This page needs JavaScript. The documents are at
      <a href="spec/openapi.json">/_sandbox/spec/openapi.json</a> and
      <a href="openapi.json">/_sandbox/openapi.json</a>.</noscript>
    <div id="page"${asksForKey ? ' data-keys="api-keys"' : ""}></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/swagger-ui-standalone-preset.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;
}

/** Offers both documents; the page loads nothing from other hosts. */
export const docsScript = `const keys = fetchKeys(document.getElementById("page").dataset.keys);

const ui = SwaggerUIBundle({
  urls: [
    { url: "spec/openapi.json", name: "Lead API" },
    { url: "openapi.json", name: "Control API" },
  ],
  dom_id: "#page",
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: "StandaloneLayout",
  validatorUrl: null,
  persistAuthorization: true,
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  plugins: [withoutNestedLinks, withLocalReferences],
  onComplete: fillInKey,
});

// The button that opens an operation contains the path, which the viewer would make a link.
function withoutNestedLinks({ React }) {
  const DeepLink = () => ({ text }) => React.createElement("span", null, text);
  return { wrapComponents: { DeepLink } };
}

// The viewer's resolver parses the whole document for each operation, which takes seconds. Both documents refer only to
// their own components, and no component contains itself.
function withLocalReferences() {
  const at = (node, path) => path.reduce((parent, name) => parent?.[name], node);
  const resolveSubtree = async (whole, path) => {
    const resolved = (node) => {
      if (Array.isArray(node)) return node.map(resolved);
      if (typeof node !== "object" || node === null) return node;
      const { $ref, ...own } = node;
      const copy = Object.fromEntries(Object.entries(own).map(([name, one]) => [name, resolved(one)]));
      if (typeof $ref !== "string") return copy;
      return { ...resolved(at(whole, $ref.split("/").slice(1))), ...copy, $$ref: $ref };
    };
    return { spec: resolved(at(whole, path)) ?? null, errors: [] };
  };
  return { fn: { resolveSubtree } };
}

// What the viewer leaves without a name, a level or a place for the keyboard.
const repairs = {
  "select:not([aria-label])": (one) => {
    const row = one.closest("[data-param-name]");
    one.setAttribute("aria-label", row?.dataset.paramName ?? one.id ?? "Choice");
  },
  ":is(h3, h4, h5):not([aria-level])": (one) => {
    one.setAttribute("aria-level", String(Number(one.tagName[1]) - 1));
  },
  ":is(.information-container, .scheme-container):not([role])": (one) => {
    one.setAttribute("role", "region");
    one.setAttribute("aria-label", one.matches(".scheme-container") ? "Servers" : "About");
  },
  "pre.microlight:not([tabindex])": (one) => one.setAttribute("tabindex", "0"),
};
new MutationObserver(() => {
  for (const [parts, repair] of Object.entries(repairs)) {
    document.querySelectorAll(parts).forEach(repair);
  }
}).observe(document.getElementById("page"), { childList: true, subtree: true });

async function fetchKeys(url) {
  if (url === undefined) return [];
  const answer = await fetch(url);
  return answer.ok ? (await answer.json()).data : [];
}

// A key that was entered by hand stays; so does none, after a logout.
let isFilledIn = false;
async function fillInKey() {
  const usable = (await keys).filter(({ revokedAt }) => revokedAt === null);
  const key = usable.find((one) => one.roleType === "Partner" && one.environment === "sandbox");
  const { authSelectors } = ui.getSystem();
  if (isFilledIn || key === undefined || authSelectors.authorized().has("apiKey")) return;
  isFilledIn = ui.preauthorizeApiKey("apiKey", key.key) !== null;
}
`;

/** No margin around the bar, the name of the document in it, and a layout that fits a phone. */
export const docsStyle = `html {
  box-sizing: border-box;
  overflow-y: scroll;
}
body {
  margin: 0;
}
.swagger-ui .topbar .link > * {
  display: none;
}
.swagger-ui .topbar .link::before {
  content: "lead-sandbox";
}
/* Colours with enough contrast. */
.swagger-ui .opblock.opblock-get .opblock-summary-method {
  background: #2057b8;
}
.swagger-ui .opblock.opblock-post .opblock-summary-method {
  background: #1a7a43;
}
.swagger-ui .opblock.opblock-patch .opblock-summary-method,
.swagger-ui .opblock.opblock-put .opblock-summary-method {
  background: #925800;
}
.swagger-ui .opblock.opblock-delete .opblock-summary-method {
  background: #b3261e;
}
.swagger-ui .info .title small,
.swagger-ui .info .title small.version-stamp {
  background: #3b4151;
}
.swagger-ui .btn.authorize {
  color: #1a6b3c;
}
.swagger-ui .info .url,
.swagger-ui .parameter__in,
.swagger-ui .parameter__name.required::after {
  color: #5a6372;
}
/* No operation has links. */
.swagger-ui .response-col_links {
  display: none;
}
.swagger-ui .opblock-body,
.swagger-ui .model-container,
.swagger-ui .model-box {
  overflow-x: auto;
}
@media (max-width: 40rem) {
  .swagger-ui .opblock-body {
    overflow-wrap: anywhere;
  }
  .swagger-ui .opblock-body table,
  .swagger-ui .opblock-body tbody,
  .swagger-ui .opblock-body tr,
  .swagger-ui .opblock-body td {
    display: block;
    width: auto;
    max-width: none;
  }
  .swagger-ui .opblock-body thead {
    display: none;
  }
  .swagger-ui .opblock-body td:first-of-type {
    padding-top: 1rem;
  }
  .swagger-ui .opblock-body td + td {
    padding-left: 0;
  }
}
`;
