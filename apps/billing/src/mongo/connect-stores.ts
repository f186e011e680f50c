import type { Log } from "@cenote/core";
import { connectMongo, syncIndexes } from "@cenote/mongo";
import type { BillingStores } from "../stores";
import { createMongoDemoStore } from "./demo-store";
import { createMongoFxStore } from "./fx-store";
import { createMongoKeyStore } from "./key-store";
import { createMongoLedgerStore } from "./ledger-store";
import { createMongoOrganizationStore } from "./organization-store";

export interface ConnectStoresOptions {
  readonly uri: string;
  readonly log: Log;
}

/** Connects and creates missing collections and indexes. Throws where no server answers. */
export const connectMongoStores = async ({ uri, log }: ConnectStoresOptions): Promise<BillingStores> => {
  const connection = await connectMongo(uri, { log, appName: "cenote-billing" });
  try {
    const stores = {
      ledger: createMongoLedgerStore({ connection }),
      organizations: createMongoOrganizationStore(connection),
      keys: createMongoKeyStore(connection),
      fx: createMongoFxStore(connection),
      demo: createMongoDemoStore(connection),
      close: () => connection.close(),
    };
    await syncIndexes(connection, { log });
    return stores;
  } catch (error) {
    await connection.close();
    throw error;
  }
};
