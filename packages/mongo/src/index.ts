export { type ChooseMongoOptions, type ChosenMongo, chooseMongo } from "./choose-mongo";
export { type ConnectMongoOptions, connectMongo, syncIndexes } from "./connect-mongo";
export { DataFolderInUseError, NoMongoError } from "./first-engine";
