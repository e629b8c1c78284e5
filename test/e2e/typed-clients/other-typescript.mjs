import { registerHooks } from "node:module";

/** openapi-typescript needs the interface of TypeScript 5, which 7 does not have. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === "typescript" ? "typescript-5" : specifier, context),
});
