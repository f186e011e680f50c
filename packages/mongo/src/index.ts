export { type ChooseMongoOptions, type ChosenMongo, chooseMongo } from "./choose-mongo";
export { type ConnectMongoOptions, connectMongo, syncIndexes } from "./connect-mongo";
export { toldAsAway } from "./told-as-away";
export { DataFolderInUseError, NoMongoError } from "./first-engine";
