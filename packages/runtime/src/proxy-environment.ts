import type { Log } from "@cenote/core";
import { type Environment, readEnvironment } from "./environment";
import type { EnvironmentVariable } from "./environment-variable";

/** Proxies for outgoing calls, URLs with http: or https:. */
export interface ProxyEnvironment {
  readonly https: string | undefined;
  readonly http: string | undefined;
  /** Hosts that are called directly. */
  readonly bypass: string | undefined;
}

const EXPECTED = "must be a proxy's address with http: or https:, such as http://proxy.example:3128";

/** Without a scheme it is http:, as in other programs. */
const parseProxy = (text: string): string => {
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (url === null || !["http:", "https:"].includes(url.protocol)) throw new RangeError(EXPECTED);
  try {
    decodeURIComponent(`${url.username}${url.password}`);
  } catch {
    throw new RangeError("must have a % in its user or password as %25");
  }
  return url.href;
};

type Optional = EnvironmentVariable<string | undefined>;

const inSmallLetters = (variable: Optional): Optional => ({
  ...variable,
  name: variable.name.toLowerCase(),
});

const HTTPS: Optional = {
  name: "HTTPS_PROXY",
  about: "Proxy for outgoing calls to addresses with https",
  fallback: undefined,
  parse: parseProxy,
};
const HTTP: Optional = { ...HTTPS, name: "HTTP_PROXY", about: "Proxy for outgoing calls to addresses with http" };
const BYPASS: Optional = {
  name: "NO_PROXY",
  about: "Hosts called without a proxy",
  fallback: undefined,
  parse: (text) => text,
};

const PROXY_ENVIRONMENT = {
  HTTPS,
  HTTP,
  BYPASS,
  smallHttps: inSmallLetters(HTTPS),
  smallHttp: inSmallLetters(HTTP),
  smallBypass: inSmallLetters(BYPASS),
};

/**
 * Reads the variables that name proxies; lower-case names take precedence.
 * @returns Undefined if none is set. Throws EnvironmentError.
 */
export const readProxies = (env: Environment): ProxyEnvironment | undefined => {
  const values = readEnvironment(PROXY_ENVIRONMENT, env);
  const [https, http] = [values.smallHttps ?? values.HTTPS, values.smallHttp ?? values.HTTP];
  return https === undefined && http === undefined
    ? undefined
    : { https, http, bypass: values.smallBypass ?? values.BYPASS };
};

/** For the log of the start: the proxies of provider calls, by host only. */
export const describeProxies = ({ https, http }: ProxyEnvironment): string =>
  [
    ["https", https],
    ["http", http],
  ]
    .flatMap(([scheme, url]) => (url === undefined ? [] : [`${scheme} through ${new URL(url).host}`]))
    .join(", ");

/** Logs whether providers are called through a proxy; the simulator never is. */
export const logProxies = (
  log: Log,
  {
    proxies,
    simulatorUrl,
  }: { readonly proxies: ProxyEnvironment | undefined; readonly simulatorUrl: string | undefined },
): void => {
  if (proxies !== undefined && simulatorUrl === undefined)
    log.info({ proxies: describeProxies(proxies) }, "providers are called through a proxy");
};
