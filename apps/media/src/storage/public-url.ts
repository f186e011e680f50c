import type { Catalog } from "@cenote/catalog";

/** What the catalog says where nothing is set: this machine, at the gateway's usual port. */
const DEFAULT_PUBLIC_URL = "http://127.0.0.1:8080";

/** Base of the addresses of media: the configured one, else the gateway of this machine at the port it really has. */
export const publicUrlOf = ({ publicUrl }: Pick<Catalog, "publicUrl">, gatewayPort: number): string =>
  publicUrl === DEFAULT_PUBLIC_URL ? `http://127.0.0.1:${gatewayPort}` : publicUrl;
