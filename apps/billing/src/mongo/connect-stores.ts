import type { Clock, Log } from "@cenote/core";
import { askDatabase, awaitDatabase, connectMongo, syncIndexes, withAnswerLimit } from "@cenote/mongo";
import type { Connection } from "mongoose";
import type { BillingStores } from "../stores";
import { createMongoClientTokenStore } from "./client-token-store";
import { createMongoDemoStore } from "./demo-store";
import { fillMissingKeys } from "./fill-keys";
import { createMongoFxStore } from "./fx-store";
import { createMongoKeyStore } from "./key-store";
import { claimLedgerFormat } from "./ledger-format";
import { createMongoLedgerStore } from "./ledger-store";
import { createMongoOrganizationStore } from "./organization-store";
import { createMongoPriceStore } from "./price-store";
import { requireReadable } from "./require-readable";
import { createMongoTopUpStore } from "./top-up-store";

export interface OpenStoresOptions {
  readonly log: Log;
  readonly clock: Clock;
}

export interface ConnectStoresOptions extends OpenStoresOptions {
  readonly uri: string;
}

/**
 * The stores over a connection. The caller owns the connection, and syncs the indexes before using the stores. Throws
 * UnreadableLedger or NewerLedger, before anything is changed, if an incompatible version wrote the ledger.
 */
export const openBillingStores = async (
  connection: Connection,
  { log, clock }: OpenStoresOptions,
): Promise<BillingStores> => {
  const stores = {
    ledger: createMongoLedgerStore({ connection, clock }),
    organizations: withAnswerLimit(createMongoOrganizationStore(connection), { clock }),
    keys: withAnswerLimit(createMongoKeyStore(connection), { clock }),
    clientTokens: withAnswerLimit(createMongoClientTokenStore(connection), { clock }),
    topUps: withAnswerLimit(createMongoTopUpStore(connection), { clock }),
    fx: withAnswerLimit(createMongoFxStore(connection), { clock }),
    prices: withAnswerLimit(createMongoPriceStore(connection), { clock }),
    demo: withAnswerLimit(createMongoDemoStore(connection), { clock }),
    ask: () => askDatabase(connection),
    close: async () => {},
  };
  await awaitDatabase(() => requireReadable(connection), { log, clock });
  await awaitDatabase(() => claimLedgerFormat(connection), { log, clock });
  await awaitDatabase(() => fillMissingKeys(connection, { log, clock }), { log, clock });
  return stores;
};

/** Connects and creates missing collections and indexes. Throws if no server answers within a minute. */
export const connectBillingStores = async ({ uri, log, clock }: ConnectStoresOptions): Promise<BillingStores> => {
  const connection = await connectMongo(uri, { log, clock, appName: "cenote-billing" });
  try {
    const stores = await openBillingStores(connection, { log, clock });
    await syncIndexes(connection, { log });
    return { ...stores, close: () => connection.close() };
  } catch (error) {
    await connection.close();
    throw error;
  }
};
