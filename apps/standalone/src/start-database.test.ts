import { silentLog } from "@cenote/core";
import type { Lifecycle } from "@cenote/runtime";
import { startDatabase, type StartDatabaseOptions } from "./start-database";

test("a database lost for good stops everything in order and exits with 1, logging the reason", async () => {
  const lost = Promise.withResolvers<Error>();
  const exited = Promise.withResolvers<number>();
  const steps: unknown[] = [];
  const lifecycle: Lifecycle = {
    onStop: (name) => {
      steps.push(name);
    },
    async stop() {
      steps.push("stopped");
      return true;
    },
    isStopping: false,
  };
  const environment = { mongodbUri: undefined, dataDir: "/data" } as StartDatabaseOptions["environment"];
  const log = {
    ...silentLog,
    error: (fields: object) => {
      steps.push(fields);
    },
  };
  const mongo = { uri: "mongodb://127.0.0.1:1/cenote", description: "", lost: lost.promise, stop: async () => {} };
  expect(await startDatabase({ environment, variables: {}, lifecycle, log }, async () => mongo, exited.resolve)).toBe(
    mongo,
  );
  expect(steps).toEqual(["MongoDB"]);
  lost.resolve(new Error("no space left"));
  expect(await exited.promise).toBe(1);
  expect(steps).toEqual(["MongoDB", { how: "no space left" }, "stopped"]);
});
