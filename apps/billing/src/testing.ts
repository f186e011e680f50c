export { createMemoryStores } from "./testing/memory/stores";
