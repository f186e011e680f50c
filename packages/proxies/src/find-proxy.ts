import { isIP } from "node:net";
import { type IPv4, type IPv6, parse, parseCIDR } from "ipaddr.js";

/** The operator's proxies for outgoing calls, as the usual variables name them. */
export interface ProxySettings {
  /** URL of the proxy for providers with https. It may be http: or https: itself, and have credentials. */
  readonly https?: string | undefined;
  /** The same for providers with http. */
  readonly http?: string | undefined;
  /**
   * Hosts reached without it, separated by commas or spaces: names, which include all names below them, addresses, and
   * CIDR ranges; `*` for all. All but ranges may have a port.
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
  /** What `Proxy-Authorization` says. */
  readonly authorization: string | undefined;
}

/** What a connection is opened to. */
export interface ProxiedHost {
  readonly protocol: string;
  /** Without brackets. */
  readonly hostname: string;
  /** Empty where it is the protocol's own. */
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
 * Which proxy leads to a host, if any. This machine's loopback is never reached through one: a proxy's own loopback is
 * another. Throws for what is no URL.
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
