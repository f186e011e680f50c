import { createMemoryIdempotencyStore } from "./memory-store";
import { describeIdempotencyStore } from "../store.contract";

describeIdempotencyStore("memory store of idempotency keys", async () => createMemoryIdempotencyStore());
