import { isIP } from "node:net";
import { CenoteError, createBoundedMap, createNetworks, type Networks } from "@cenote/core";
import type { Caller } from "./caller";

/** Errors: permission_denied. @param addressOf Asked only for a key that may not be used from everywhere. */
export type RequireNetwork = (caller: Caller, addressOf: () => string) => void;

/** Of so many keys the networks are kept as a call needs them. */
const MAX_KEPT_NETWORKS = 1_000;

/**
 * Refuses an API key that is used from outside its networks. Client tokens are bound to origins instead: whoever makes them
 * hands them to browsers anywhere.
 */
export const createRequireNetwork = (): RequireNetwork => {
  const kept = createBoundedMap<Networks>(MAX_KEPT_NETWORKS);
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
    // Anything may stand in X-Forwarded-For.
    const place = isIP(address) === 0 ? "an unknown address" : `the address ${address}`;
    throw new CenoteError("permission_denied", `The API key may not be used from ${place}.`);
  };
};
