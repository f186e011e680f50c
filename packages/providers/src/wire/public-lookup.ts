import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { type LookupFunction, isIP } from "node:net";
import { refusedHost } from "./forbidden-address";
import { isPublicAddress } from "./public-address";

const LOOPBACK_NAME = /(^|\.)localhost\.?$/;

/**
 * Whether the text of a URL's host alone shows that it is not on the public internet: an IP address, which is never
 * looked up, or a name of this machine. Other names are checked when they are looked up.
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
 * The name lookup of a socket. It happens while connecting, so that the checked address is the one that is used, and a
 * name that changes in between is harmless. If one address is not public, the whole name is refused.
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
