import { BlockList, isIP } from "node:net";

/** A set of IP networks. */
export interface Networks {
  /** @param address IPv4 or IPv6. An IPv4-mapped IPv6 address is also looked up as IPv4. */
  has(address: string): boolean;
}

const BITS = { 4: 32, 6: 128 } as const;

interface Range {
  readonly address: string;
  readonly bits: number;
  readonly family: "ipv4" | "ipv6";
}

const rangeOf = (text: string): Range | undefined => {
  const [address = "", length, ...more] = text.split("/");
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || more.length > 0 || address.includes("%")) return undefined;
  const most = BITS[version];
  const bits = length === undefined ? most : /^(0|[1-9]\d{0,2})$/.test(length) ? Number(length) : Infinity;
  return bits > most ? undefined : { address, bits, family: version === 4 ? "ipv4" : "ipv6" };
};

/** Whether the text is an address, `203.0.113.7`, or a CIDR range, `203.0.113.0/24` or `2001:db8::/32`. */
export const isNetwork = (text: string): boolean => rangeOf(text) !== undefined;

/** @param networks As `isNetwork` accepts them; others are ignored. */
export const createNetworks = (networks: readonly string[]): Networks => {
  const list = new BlockList();
  for (const text of networks) {
    const range = rangeOf(text);
    if (range !== undefined) list.addSubnet(range.address, range.bits, range.family);
  }
  return {
    has: (address) => {
      const version = isIP(address);
      return version !== 0 && list.check(address, version === 4 ? "ipv4" : "ipv6");
    },
  };
};
