import { type Catalog, DEFAULT_SETTINGS } from "@cenote/catalog";

/** Base of the addresses of media: the configured one, else the gateway of this machine at the port it really has. */
export const publicUrlOf = ({ publicUrl }: Pick<Catalog, "publicUrl">, gatewayPort: number): string =>
  publicUrl === DEFAULT_SETTINGS.publicUrl ? `http://127.0.0.1:${gatewayPort}` : publicUrl;
