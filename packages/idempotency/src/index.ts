export { type AnswerCache, createAnswerCache, type Question } from "./answer-cache";
export {
  createIdempotency,
  type Begun,
  type Idempotency,
  type IdempotencyOptions,
  type KeptCall,
  type KeyUse,
} from "./idempotency";
export { IDEMPOTENCY_LIMITS } from "./limits";
export { createMongoIdempotencyStore } from "./mongo/mongo-store";
export type { IdempotencyRecord, RecordChanges, Withheld } from "./record";
export type { IdempotencyStore } from "./store";
export type { Outcome, Ticket } from "./ticket";
