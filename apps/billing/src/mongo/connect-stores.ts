import { type Clock, type Log, systemClock } from "@cenote/core";
import { connectMongo, syncIndexes, toldAsAway } from "@cenote/mongo";
import type { Connection } from "mongoose";
import type { BillingStores } from "../stores";
import { createMongoClientTokenStore } from "./client-token-store";
import { createMongoDemoStore } from "./demo-store";
import { fillMissingKeys } from "./fill-keys";
import { createMongoFxStore } from "./fx-store";
import { createMongoKeyStore } from "./key-store";
import { createMongoLedgerStore } from "./ledger-store";
import { createMongoOrganizationStore } from "./organization-store";
import { createMongoPriceStore } from "./price-store";
import { requireReadable } from "./require-readable";

export interface ConnectStoresOptions {
  readonly uri: string;
  readonly log: Log;
}

/**
 * The stores over a connection that stays its owner's. Creates missing collections and indexes, of every model the
 * connection has. Indexes are synced when it resolves. Throws UnreadableLedger, before anything is changed, where another version wrote the ledger.
 */
export const createMongoStores = async (connection: Connection, { log, clock = systemClock }: { readonly log: Log; readonly clock?: Clock }): Promise<BillingStores> => {
  const stores = {
    ledger: createMongoLedgerStore({ connection }),
    organizations: toldAsAway(createMongoOrganizationStore(connection), { clock }),
    keys: toldAsAway(createMongoKeyStore(connection), { clock }),
    clientTokens: toldAsAway(createMongoClientTokenStore(connection), { clock }),
    fx: toldAsAway(createMongoFxStore(connection), { clock }),
    prices: toldAsAway(createMongoPriceStore(connection), { clock }),
    demo: toldAsAway(createMongoDemoStore(connection), { clock }),
    close: async () => {},
  };
  await requireReadable(connection);
  await fillMissingKeys(connection);
  await syncIndexes(connection, { log });
  return stores;
};

/** Connects and creates missing collections and indexes. Throws where no server answers. */
export const connectMongoStores = async ({ uri, log }: ConnectStoresOptions): Promise<BillingStores> => {
  const connection = await connectMongo(uri, { log, appName: "cenote-billing" });
  try {
    return { ...await createMongoStores(connection, { log }), close: () => connection.close() };
  } catch (error) {
    await connection.close();
    throw error;
  }
};
