import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { type LookupFunction, isIP } from "node:net";
import { refusedHost } from "./forbidden-address";
import { isPublicAddress } from "./public-address";

const LOOPBACK_NAME = /(^|\.)localhost\.?$/;

/**
 * Whether the host of a URL is told to be none of the public internet by its very name: an IP address, which no lookup
 * ever sees, or this machine. Other names are known when they are looked up.
 */
export const isPrivateHost = (hostname: string): boolean => {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? LOOPBACK_NAME.test(bare) : !isPublicAddress(bare);
};

export type ResolveHost = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const resolveBySystem: ResolveHost = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, callback);
};

/**
 * The name lookup of a socket, done while connecting, so that the address checked is the address used and a name that
 * changes in between gains nothing. One non-public address refuses the whole name.
 */
export const createPublicLookup =
  (resolve: ResolveHost = resolveBySystem): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, options, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) callback(error, "");
      else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        callback(refusedHost(hostname), "");
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
