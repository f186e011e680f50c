import { type Awaitable, hasErrorCode } from "@cenote/core";
import type { KeyRow } from "../keys/key-store";
import type { Keys } from "../keys/keys";
import type { ClientTokenRow } from "./client-token-store";
import type { ClientTokens } from "./client-tokens";

export interface Identity {
  /** The API key, or the key that created the client token. */
  readonly key: KeyRow;
  readonly token?: ClientTokenRow;
}

interface Identities {
  readonly keys: Keys;
  readonly clientTokens: ClientTokens;
}

/**
 * The owner of a digest: an API key, or a client token whose key is valid. Not a promise if it is found in memory. Errors:
 * invalid_api_key, key_revoked, overloaded.
 */
export const identify = (identities: Identities, digest: string): Awaitable<Identity> => {
  const known = identities.keys.recognize(digest);
  return known === undefined ? lookUp(identities, digest) : { key: known };
};

const lookUp = async ({ keys, clientTokens }: Identities, digest: string): Promise<Identity> => {
  // Among the API keys it would be one of those that nobody knows, which wait behind each other.
  const token = clientTokens.isKnown(digest) ? await clientTokens.authenticate(digest) : undefined;
  if (token !== undefined) return { key: await keyOf(keys, token), token };
  try {
    return { key: await keys.authenticate(digest) };
  } catch (error) {
    if (!hasErrorCode(error, "invalid_api_key")) throw error;
    const found = await clientTokens.authenticate(digest);
    if (found === undefined) throw error;
    return { key: await keyOf(keys, found), token: found };
  }
};

const keyOf = async (keys: Keys, { keyDigest }: ClientTokenRow): Promise<KeyRow> =>
  keys.recognize(keyDigest) ?? keys.authenticate(keyDigest);
