import { silentLog } from "@cenote/core";
import { readConfig } from "./config";
import { createSimulator } from "./server";

const main = async (): Promise<void> => {
  const { host, port } = readConfig(process.env);
  const simulator = createSimulator({ host, port, log: silentLog });
  const { url } = await simulator.listen();
  const stop = () => {
    simulator.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  process.stdout.write(`ready ${url}\n`);
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
