import type { Clock } from "@cenote/core";
import { withAnswerLimit } from "@cenote/mongo";
import type { Connection } from "mongoose";
import type { MediaStores } from "../stores";
import { createMongoJobStore } from "./job-store";
import { createMongoUnpaidCallStore } from "./unpaid-call-store";

/**
 * Indexes must be synced after the stores are made and before they are used. Whoever opened the connection closes it.
 */
export const createMediaStores = (connection: Connection, { clock }: { readonly clock: Clock }): MediaStores => ({
  jobs: withAnswerLimit(createMongoJobStore(connection), { clock }),
  unpaid: withAnswerLimit(createMongoUnpaidCallStore(connection), { clock }),
});
