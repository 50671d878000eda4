/** The page that shows the documents; its scripts come from the sandbox alone. */
export function docsPage(): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>lead-sandbox: the two APIs</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/_sandbox/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="page"></div>
    <script src="/_sandbox/docs/swagger-ui-bundle.js"></script>
    <script src="/_sandbox/docs/swagger-ui-standalone-preset.js"></script>
    <script src="/_sandbox/docs/start.js"></script>
  </body>
</html>
`;
}

/** Both documents to choose from; nothing is fetched from anywhere else. */
export const docsScript = `
SwaggerUIBundle({
  urls: [
    { url: "/_sandbox/spec/openapi.json", name: "Lead API" },
    { url: "/_sandbox/openapi.json", name: "Control API" },
  ],
  dom_id: "#page",
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: "StandaloneLayout",
  validatorUrl: null,
  persistAuthorization: true,
  docExpansion: "list",
});
`;
