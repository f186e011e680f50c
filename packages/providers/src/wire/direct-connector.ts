import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { Connector } from "./proxy-tunnel";

/** Upper limit for a connection attempt that neither succeeds nor fails. Each call has its own, shorter limit. */
export const MAX_CONNECT_MS = 60_000;
/**
 * Time for one address of a host, after which the next address is tried. Node's own time is shorter than a handshake
 * around half the world, or than a moment in which this process is busy. This time also covers one retransmission.
 */
const MAX_ADDRESS_MS = 2_000;

export interface DirectConnectorOptions {
  /** Time limit for connecting, in milliseconds. A dead first address must leave time for another. */
  readonly connectMs: () => number;
  /** Default: the lookup of the system. */
  readonly lookup?: LookupFunction;
}

/** Opens connections to hosts without a proxy. */
export const createDirectConnector = ({ connectMs, lookup }: DirectConnectorOptions): Connector => {
  /** Connectors by their time per address. There are as few as there are limits in the configuration. */
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
