import { isIP } from "node:net";
import { type IPv4, type IPv6, parse, parseCIDR } from "ipaddr.js";

/** The operator's proxies for outgoing calls, from the usual environment variables. */
export interface ProxySettings {
  /** URL of the proxy for https providers. Its own scheme may be http: or https:, and it may have credentials. */
  readonly https?: string | undefined;
  /** The same for http providers. */
  readonly http?: string | undefined;
  /**
   * Hosts that are reached without a proxy, separated by commas or spaces: names, which include all of their subdomains,
   * addresses, and CIDR ranges; `*` for all. All but ranges may have a port.
   */
  readonly bypass?: string | undefined;
}

export interface Proxy {
  /** Scheme, host and port, never credentials. */
  readonly origin: string;
  readonly isSecure: boolean;
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Value of `Proxy-Authorization`. */
  readonly authorization: string | undefined;
}

/** The host to which a connection is opened. */
export interface ProxiedHost {
  readonly protocol: string;
  /** Without brackets. */
  readonly hostname: string;
  /** Empty for the protocol's default. */
  readonly port: string;
}

type Range = readonly [IPv4 | IPv6, number];
type Rule = { readonly range: Range } | { readonly name: string; readonly port: string | undefined };

const ENTRY = /^(?:\*?\.)?(?:\[(?<address>[^\]]+)\]|(?<name>[^:]+))(?::(?<port>\d+))?$/;

const defaultPort = (protocol: string): string => (protocol === "https:" ? "443" : "80");

const withoutBrackets = (hostname: string): string => (hostname.startsWith("[") ? hostname.slice(1, -1) : hostname);

const readRange = (entry: string): Range | undefined => {
  try {
    return parseCIDR(entry);
  } catch {
    return undefined;
  }
};

const readRule = (entry: string): Rule[] => {
  const range = entry.includes("/") ? readRange(entry) : undefined;
  if (range !== undefined) return [{ range }];
  if (isIP(entry) !== 0) return [{ name: entry, port: undefined }];
  const { address, name = address, port } = ENTRY.exec(entry)?.groups ?? {};
  return name === undefined ? [] : [{ name, port }];
};

const isLoopback = (hostname: string): boolean =>
  isIP(hostname) === 0 ? /(^|\.)localhost$/.test(hostname) : parse(hostname).range() === "loopback";

const matches = (rule: Rule, hostname: string, port: string): boolean => {
  if ("range" in rule) {
    const [network, bits] = rule.range;
    if (isIP(hostname) === 0) return false;
    const address = parse(hostname);
    return address.kind() === network.kind() && address.match(network, bits);
  }
  if (rule.port !== undefined && rule.port !== port) return false;
  return rule.name === "*" || hostname === rule.name || (isIP(hostname) === 0 && hostname.endsWith(`.${rule.name}`));
};

const readProxy = (url: string): Proxy => {
  const { protocol, host, hostname, port, username, password } = new URL(url);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    origin: `${protocol}//${host}`,
    isSecure: protocol === "https:",
    hostname: withoutBrackets(hostname),
    port: Number(port === "" ? defaultPort(protocol) : port),
    authorization: credentials === ":" ? undefined : `Basic ${Buffer.from(credentials).toString("base64")}`,
  };
};

/**
 * Finds the proxy for a host, if any. Loopback addresses are never reached through a proxy, whose own loopback is another
 * one. Throws if a setting is not a URL.
 */
export const createProxyFinder = ({
  https,
  http,
  bypass = "",
}: ProxySettings): ((host: ProxiedHost) => Proxy | undefined) => {
  const [secure, plain] = [https, http].map((url) => (url === undefined ? undefined : readProxy(url)));
  const rules = bypass
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== "")
    .flatMap(readRule);
  return ({ protocol, hostname, port }) => {
    const proxy = protocol === "https:" ? secure : plain;
    if (proxy === undefined) return undefined;
    const bare = hostname.toLowerCase().replace(/\.$/, "");
    return isLoopback(bare) || rules.some((rule) => matches(rule, bare, port === "" ? defaultPort(protocol) : port))
      ? undefined
      : proxy;
  };
};
