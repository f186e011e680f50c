import { silentLog } from "@cenote/core";
import { TEST_ENGINE_SOURCES } from "../find-engine";
import { chooseMongo } from "../choose-mongo";

/** A process that owns the database of the data folder in its first argument, for the test to kill. */
void chooseMongo({ uri: undefined, dataDir: process.argv[2] ?? "", environment: { ...process.env }, log: silentLog, sources: TEST_ENGINE_SOURCES }).then(({ uri }) => {
  process.stdout.write(`${uri}\n`);
  setInterval(() => {}, 60_000);
});
