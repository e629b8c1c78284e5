/** Its packages of types describe no single modules. */
declare module "core-js/*";
