export { askDatabase } from "./ask-database";
export { type AwaitDatabaseOptions, awaitDatabase } from "./await-database";
export { type ChooseMongoOptions, type ChosenMongo, chooseMongo } from "./choose-mongo";
export { type ConnectMongoOptions, connectMongo, syncIndexes } from "./connect-mongo";
export { DUPLICATE_KEY, isDuplicateKey, isInserted, upserted } from "./duplicate-key";
export { UNHURRIED, unhurried } from "./unhurried";
export { withAnswerLimit } from "./with-answer-limit";
export { DataFolderError, DataFolderInUseError } from "./data-folder-error";
export { NoMongoError } from "./first-engine";
