import { type LookupAddress, type LookupOptions, promises } from "node:dns";
import { type LookupFunction, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { refusedHost } from "./forbidden-address";
import { isPublicAddress } from "./public-address";

const LOOPBACK_NAME = /(^|\.)localhost\.?$/;

/**
 * Whether the text of a URL's host alone shows that it is not on the public internet: a private IP address, which is never
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

const ANSWER_MS = 2_000;
const TRIES = 2;

const addressesOf = (found: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  found.status === "fulfilled" ? found.value.map((address) => ({ address, family })) : [];

/**
 * Resolves names by asking the name servers. The system's own lookup would block one of the few threads that all lookups
 * share for as long as a name server is silent, so a few such names would keep all other calls from connecting.
 * @param options.servers Default: those of the system.
 * @param options.answerMs Time limit of one question to one server. The second try has twice as long.
 */
export const resolveByServers = ({
  servers,
  answerMs = ANSWER_MS,
}: { readonly servers?: readonly string[]; readonly answerMs?: number } = {}): ResolveHost => {
  const resolve = async (hostname: string, callback: Parameters<ResolveHost>[2]): Promise<void> => {
    // A new resolver reads the current servers of the system: the machine may have changed its network.
    const resolver = new promises.Resolver({ timeout: answerMs, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [...addressesOf(four, 4), ...addressesOf(six, 6)];
    if (addresses.length === 0 && four.status === "rejected") callback(four.reason as NodeJS.ErrnoException, []);
    else callback(null, addresses);
  };
  return (hostname, _options, callback) => {
    void resolve(hostname, callback);
  };
};

/** Whether this machine has an IPv6 address other than loopback and link-local. */
const systemHasIpv6 = (): boolean => {
  try {
    return Object.values(networkInterfaces())
      .flatMap((addresses = []) => addresses)
      .some(({ family, internal, scopeid = 0 }) => family === "IPv6" && !internal && scopeid === 0);
  } catch {
    // The system can't tell, for example because too many files are open.
    return true;
  }
};

export interface PublicLookupOptions {
  /** Default: asks the system's name servers. */
  readonly resolve?: ResolveHost | undefined;
  readonly hasIpv6?: () => boolean;
}

/**
 * The name lookup of a socket. It checks addresses while connecting, so that the checked address is the one that is used
 * (DNS rebinding). If one address is not public, the whole name is refused. Addresses that this machine can't reach are
 * left out if there are others, because only the last address gets all the remaining time.
 */
export const createPublicLookup =
  ({ resolve = resolveByServers(), hasIpv6 = systemHasIpv6 }: PublicLookupOptions = {}): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, options, (error, addresses) => {
      if (error !== null) {
        callback(error, "");
        return;
      }
      const four = addresses.filter(({ family }) => family === 4);
      const usable = four.length === 0 || four.length === addresses.length || hasIpv6() ? addresses : four;
      const [first] = usable;
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        callback(refusedHost(hostname), "");
      else if (options.all === true) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
