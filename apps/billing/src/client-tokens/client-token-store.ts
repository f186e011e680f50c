import type { NanoMxn, PagePosition } from "@cenote/core";

export const CLIENT_TOKEN_OPERATIONS = ["chat", "embeddings", "images", "video", "balance"] as const;
export type ClientTokenOperation = (typeof CLIENT_TOKEN_OPERATIONS)[number];

/** A client token as stored; never the token itself. */
export interface ClientTokenRow {
  /** UUID derived from the digest, so that each is found by the other. */
  readonly id: string;
  readonly organizationId: string;
  /** The API key it was made with. */
  readonly keyId: string;
  readonly keyDigest: string;
  /** SHA-256 of the whole token, hexadecimal. */
  readonly digest: string;
  readonly operations: readonly ClientTokenOperation[];
  /** Empty: every model. */
  readonly models: readonly string[];
  /** Empty: any caller. */
  readonly origins: readonly string[];
  readonly budget: NanoMxn;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly revokedAtMs: number | undefined;
}

export interface ClientTokenPage {
  readonly nowMs: number;
  /** What was made before is not looked at: it has ended. */
  readonly madeSinceMs: number;
  /** The last one of the page before. */
  readonly after: PagePosition | undefined;
  readonly limit: number;
}

export interface ClientTokenStore {
  /** Durable when it resolves. Rejects if the id exists. */
  insert(row: ClientTokenRow): Promise<void>;
  find(id: string): Promise<ClientTokenRow | undefined>;
  /** Tokens of the organization that end after `nowMs` and are not revoked. */
  countLive(organizationId: string, nowMs: number): Promise<number>;
  /** Those of them that were made with the key. */
  countLiveOfKey(keyId: string, nowMs: number): Promise<number>;
  /** Those of the organization, newest first; of those created at the same time the greater id first. */
  listLive(organizationId: string, page: ClientTokenPage): Promise<readonly ClientTokenRow[]>;
  /** Durable when it resolves. Nothing happens where the token is revoked already, or unknown. */
  revoke(id: string, atMs: number): Promise<void>;
  /** Tokens revoked at this time or later. */
  revokedSince(sinceMs: number): Promise<readonly ClientTokenRow[]>;
}
