import { type Catalog, DEFAULT_SETTINGS } from "@cenote/catalog";

/** Base of media addresses: the configured one, or else this machine's gateway at its actual port. */
export const publicUrlOf = ({ publicUrl }: Pick<Catalog, "publicUrl">, gatewayPort: number): string =>
  publicUrl === DEFAULT_SETTINGS.publicUrl ? `http://127.0.0.1:${gatewayPort}` : publicUrl;
