import { isIP } from "node:net";
import { IPv4, IPv6, parse } from "ipaddr.js";

/** IPv6 prefixes of addresses that contain an IPv4 address, with their length in bits. */
const CARRIERS: readonly [IPv6, number][] = [IPv6.parseCIDR("::ffff:0:0/96"), IPv6.parseCIDR("64:ff9b::/96")];
/** All IPv6 addresses of the public internet, although some ranges within are reserved. */
const GLOBAL_UNICAST = IPv6.parseCIDR("2000::/3");
const IPV4_BYTES = 4;
/**
 * Azure's platform service, which gives a virtual machine its settings and certificates. The address looks public and is
 * in no registry of reserved addresses.
 */
const AZURE_PLATFORM = "168.63.129.16";

const carriedIpv4 = (address: IPv6): IPv4 | undefined =>
  CARRIERS.some((carrier) => address.match(carrier)) ? new IPv4(address.toByteArray().slice(-IPV4_BYTES)) : undefined;

const isPublicIpv4 = (address: IPv4): boolean => address.range() === "unicast" && address.toString() !== AZURE_PLATFORM;

/**
 * Whether an IP address belongs to the public internet. It does not if it is in a private network, loopback, link-local,
 * carrier-grade NAT, a cloud's platform, documentation, multicast or another reserved range. For an IPv4 address inside
 * of an IPv6 address (mapped, NAT64), the IPv4 address decides.
 * @param text Without brackets.
 */
export const isPublicAddress = (text: string): boolean => {
  if (isIP(text) === 0) return false;
  const address = parse(text);
  if (address instanceof IPv4) return isPublicIpv4(address);
  const carried = carriedIpv4(address);
  if (carried !== undefined) return isPublicIpv4(carried);
  return address.match(GLOBAL_UNICAST) && address.range() === "unicast";
};
