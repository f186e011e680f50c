export { createMemoryIdempotencyStore } from "./testing/memory-store";
