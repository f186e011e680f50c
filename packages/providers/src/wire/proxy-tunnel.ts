import { type Opening, openTunnel, type Proxy, type TunnelLimits } from "@cenote/proxies";
import type { buildConnector } from "undici";

export type Connector = (...args: Parameters<buildConnector.connector>) => Opening | undefined;

export interface TunnelOptions extends TunnelLimits {
  /** Starts TLS with the provider inside of the tunnel. */
  readonly secure: Connector;
}

/** Opens connections through a proxy. */
export const createTunnel =
  ({ secure, ...limits }: TunnelOptions) =>
  (proxy: Proxy, ...[options, callback]: Parameters<Connector>): Opening => {
    const isTls = options.protocol === "https:";
    const authority = options.port === "" ? `${options.host ?? ""}:${isTls ? 443 : 80}` : (options.host ?? "");
    let opening: Opening | undefined = openTunnel(proxy, authority, limits, (failure, socket) => {
      if (failure !== null) callback(failure, null);
      else if (isTls) opening = secure({ ...options, httpSocket: socket }, callback);
      else {
        opening = socket;
        callback(null, socket);
      }
    });
    return { destroy: (error) => opening?.destroy(error) };
  };
