import { faults } from "../test/faults/run/command.ts";

process.exitCode = await faults(process.argv.slice(2));
