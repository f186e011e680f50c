import { isIP } from "node:net";
import { CenoteError, createBoundedMap, createNetworks, type Networks } from "@cenote/core";
import type { Caller } from "./caller";

/** Errors: permission_denied. @param addressOf Called only for a key that is restricted to networks. */
export type RequireNetwork = (caller: Caller, addressOf: () => string) => void;

/** Parsed lists of networks in the cache. */
const MAX_CACHED_NETWORKS = 1_000;

/**
 * Refuses an API key that is used from outside its networks. Client tokens are restricted to origins instead, because
 * they are given to browsers anywhere.
 */
export const createRequireNetwork = (): RequireNetwork => {
  const kept = createBoundedMap<Networks>(MAX_CACHED_NETWORKS);
  const networksOf = (names: readonly string[]): Networks => {
    const key = names.join();
    const known = kept.get(key);
    if (known !== undefined) return known;
    const networks = createNetworks(names);
    kept.set(key, networks);
    return networks;
  };
  return ({ clientToken, keyScope }: Caller, addressOf: () => string): void => {
    if (keyScope === undefined || clientToken !== undefined || keyScope.networks.length === 0) return;
    const address = addressOf();
    if (networksOf(keyScope.networks).has(address)) return;
    // X-Forwarded-For may contain any text.
    const place = isIP(address) === 0 ? "an unknown address" : `the address ${address}`;
    throw new CenoteError("permission_denied", `The API key may not be used from ${place}.`);
  };
};
