import type { BillingStores } from "@cenote/billing";
import { ensureDemo } from "@cenote/billing/demo";
import { type Catalog, liveProviders } from "@cenote/catalog";
import type { BillingService } from "@cenote/contracts";
import type { Clock, Log } from "@cenote/core";
import { type CenoteEnvironment, type ProxyEnvironment, describeProxies } from "@cenote/runtime";
import { type Started, announce, announceKey } from "./announce";
import { exampleModel } from "./example-model";
import { writeKeyFile } from "./key-file";
import { readOrganizationArgument } from "./organization-argument";

export interface AnnounceStartOptions {
  readonly environment: CenoteEnvironment;
  readonly catalog: Catalog;
  readonly billing: BillingService;
  readonly stores: BillingStores;
  readonly clock: Clock;
  readonly log: Log;
  readonly running: Pick<Started, "url" | "mongo" | "simulated" | "grpcAddress"> & {
    readonly proxies: ProxyEnvironment | undefined;
  };
}

const print = (lines: readonly string[]): void => {
  process.stdout.write(`${lines.join("\n")}\n`);
};

/**
 * Prints that the system is up. On an empty database it first creates the organization `demo` and prints its key, once.
 */
export const announceStart = async ({
  environment,
  catalog,
  billing,
  stores,
  clock,
  log,
  running,
}: AnnounceStartOptions): Promise<void> => {
  const exampleModelId = exampleModel(catalog, running.simulated);
  await ensureDemo({
    service: billing,
    store: stores.demo,
    clock,
    log,
    async deliver({ secret }) {
      if (environment.keyFile !== undefined) await writeKeyFile(environment.keyFile, secret);
      // Printed before anything else can fail, because the key is not stored.
      print(announceKey({ url: running.url, key: secret, exampleModel: exampleModelId }));
    },
  });
  print(
    announce({
      ...running,
      simulationAsked: environment.simulate === "on",
      organization: await readOrganizationArgument(billing),
      liveProviders: liveProviders(catalog),
      proxies: running.proxies === undefined ? undefined : describeProxies(running.proxies),
    }),
  );
};
