import type { NanoMxn, PagePosition } from "@cenote/core";

export const CLIENT_TOKEN_OPERATIONS = ["chat", "embeddings", "images", "video", "balance"] as const;
export type ClientTokenOperation = (typeof CLIENT_TOKEN_OPERATIONS)[number];

/** A client token as stored; never the token itself. */
export interface ClientTokenRow {
  /** UUID derived from the digest: the token is found by either. */
  readonly id: string;
  readonly organizationId: string;
  /** The API key that created it. */
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
  /** Tokens created before this have ended, and are skipped. */
  readonly madeSinceMs: number;
  /** The last token of the previous page. */
  readonly after: PagePosition | undefined;
  readonly limit: number;
}

export interface ClientTokenStore {
  /** Durable when it resolves. Rejects if the id exists. */
  insert(row: ClientTokenRow): Promise<void>;
  find(id: string): Promise<ClientTokenRow | undefined>;
  /** Counts the organization's tokens that end after `nowMs` and are not revoked. */
  countLive(organizationId: string, nowMs: number): Promise<number>;
  /** The same for tokens that the key created. */
  countLiveOfKey(keyId: string, nowMs: number): Promise<number>;
  /** The organization's tokens, newest first; with equal times, by descending id. */
  listLive(organizationId: string, page: ClientTokenPage): Promise<readonly ClientTokenRow[]>;
  /** Durable when it resolves. No effect if the token is revoked already or unknown. */
  revoke(id: string, atMs: number): Promise<void>;
  /** Tokens that were revoked at this time or later. */
  revokedSince(sinceMs: number): Promise<readonly ClientTokenRow[]>;
}
