import { buildSite } from "./site/build.ts";

/** Writes site/dist: what browsers load. Set-up runs it whenever its sources have changed. */
const { files, bytes } = await buildSite();
console.log(`site/dist: ${files} files, ${Math.round(bytes / 1000)} kB compressed`);
