/** The page that shows the documents; its scripts and styles come from the sandbox alone. */
export function docsPage(): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>lead-sandbox: Lead API and Control API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/_sandbox/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/_sandbox/docs/page.css" />
  </head>
  <body>
    <noscript>This page needs JavaScript. The documents are at
      <a href="/_sandbox/spec/openapi.json">/_sandbox/spec/openapi.json</a> and
      <a href="/_sandbox/openapi.json">/_sandbox/openapi.json</a>.</noscript>
    <div id="page"></div>
    <script src="/_sandbox/docs/swagger-ui-bundle.js"></script>
    <script src="/_sandbox/docs/swagger-ui-standalone-preset.js"></script>
    <script src="/_sandbox/docs/start.js"></script>
  </body>
</html>
`;
}

/** Both documents to choose from; nothing is fetched from anywhere else. */
export const docsScript = `SwaggerUIBundle({
  urls: [
    { url: "/_sandbox/spec/openapi.json", name: "Lead API" },
    { url: "/_sandbox/openapi.json", name: "Control API" },
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
});
`;

/** No margin around the bar, and the name of what is shown in it. */
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
`;
