export { askDatabase } from "./ask-database";
export { awaitDatabase } from "./await-database";
export { type ChosenMongo, chooseMongo } from "./choose-mongo";
export { connectMongo, syncIndexes } from "./connect-mongo";
export { driverCollection } from "./driver-collection";
export { DUPLICATE_KEY, isDuplicateKey, isInserted, upserted } from "./duplicate-key";
export { newestAfter, oldestAfter } from "./page-filter";
export { UNHURRIED, unhurried } from "./unhurried";
export { withAnswerLimit } from "./with-answer-limit";
