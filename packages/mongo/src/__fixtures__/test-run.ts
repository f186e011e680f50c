import type { Engine } from "../engine";
import { joinTestServer } from "../test-server";

/** A test run that holds the server of the folder in its first argument, for the test to kill. */
const LISTENER = "require('node:net').createServer().listen(Number(process.argv[1]), '127.0.0.1')";
const engine: Engine = { description: "listener", family: "mongod", command: process.execPath, args: ({ port, folder }) => ["-e", LISTENER, String(port), folder] };

void joinTestServer({ run: "killed", folder: process.argv[2] ?? "", lingerMs: 0, withEngine: (use) => use(engine) }).then(() => {
  process.stdout.write("running\n");
  setInterval(() => {}, 60_000);
});
