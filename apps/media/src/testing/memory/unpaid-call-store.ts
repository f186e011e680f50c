import type { UnpaidCall, UnpaidCallStore } from "../../unpaid/store";

/** Unpaid calls in memory, for tests. */
export const createMemoryUnpaidCallStore = (): UnpaidCallStore => {
  const calls = new Map<string, UnpaidCall>();
  return {
    async add(call) {
      calls.set(call.mediaId, call);
    },
    async remove(mediaId) {
      calls.delete(mediaId);
    },
    async putOff(mediaId, atMs) {
      const call = calls.get(mediaId);
      if (call !== undefined) calls.set(mediaId, { ...call, atMs });
    },
    before: async (atMs, limit) =>
      [...calls.values()]
        .filter((call) => call.atMs < atMs)
        .sort((a, b) => a.atMs - b.atMs)
        .slice(0, limit),
  };
};
