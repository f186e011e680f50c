import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { Connector } from "./proxy-tunnel";

/** Upper limit for a connection attempt that neither succeeds nor fails; each try has its own, shorter limit. */
export const MAX_CONNECT_MS = 60_000;
/**
 * Time for one of a host's addresses; then it is given up for the next one. Node's own is less than a handshake over
 * half the world, or a moment in which this process is busy; within this one a lost packet is sent again.
 */
const MAX_ADDRESS_MS = 2_000;

export interface DirectConnectorOptions {
  /** Time limit for connecting, of the request that opens it: a dead first address must leave time for another. */
  readonly connectMs: () => number;
  /** The system's if absent. */
  readonly lookup?: LookupFunction;
}

/** Opens connections to hosts, not through a proxy. */
export const createDirectConnector = ({ connectMs, lookup }: DirectConnectorOptions): Connector => {
  /** As few as there are limits in the configuration. */
  const byAddressMs = new Map<number, Connector>();
  return (options, callback) => {
    const addressMs = Math.min(MAX_ADDRESS_MS, Math.ceil(connectMs() / 2));
    const connector =
      byAddressMs.get(addressMs) ??
      (buildConnector({
        timeout: MAX_CONNECT_MS,
        allowH2: false,
        autoSelectFamilyAttemptTimeout: addressMs,
        ...(lookup === undefined ? {} : { lookup }),
      }) as Connector);
    byAddressMs.set(addressMs, connector);
    return connector(options, callback);
  };
};
