import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metrics } from "./metrics";

/** All packages of the system have one version. */
const readVersion = (): string =>
  (JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8")) as { readonly version: string }).version;

/** Registers the version that this process runs: during an update several run at the same time. */
export const showBuild = (metrics: Pick<Metrics, "gauge">): void => {
  metrics
    .gauge({
      name: "cenote_build_info",
      help: "1, with the version that this process runs.",
      labels: ["version"],
    })
    .set({ version: readVersion() }, 1);
};
