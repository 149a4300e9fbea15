declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  interface SwaggerUi {
    preauthorizeApiKey(scheme: string, key: string): void;
  }
  const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => SwaggerUi;
  // biome-ignore lint/style/noDefaultExport: the package exports it like this
  export default SwaggerUIBundle;
}
