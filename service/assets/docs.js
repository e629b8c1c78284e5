const response = await fetch("/openapi.json");
const spec = await response.json();
// The page may have been opened under another name of this host than the one the description gives.
spec.servers = [{ url: location.origin }];
SwaggerUIBundle({
  spec,
  dom_id: "#docs",
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
});
