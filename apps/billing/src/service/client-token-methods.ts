import type { BillingService, ClientToken, RefusedKey } from "@cenote/contracts";
import { CenoteError, hasErrorCode, invalidRequest, pageOf, readCursor, writeCursor } from "@cenote/core";
import type { ClientTokenRow } from "../client-tokens/client-token-store";
import type { ClientTokens } from "../client-tokens/client-tokens";
import { identify } from "../client-tokens/identify";
import { Expired } from "../keys/expired";
import { isRestricted } from "../keys/key-restrictions";
import type { Keys } from "../keys/keys";
import { MAX_AMOUNT } from "../ledger/decide";
import type { Ledger } from "../ledger/ledger";
import { readPage, requirePositiveAmount, requireUuid } from "./fields";

type ClientTokenMethods = Pick<
  BillingService,
  "createClientToken" | "listClientTokens" | "revokeClientToken" | "findRefused"
>;

export interface ClientTokenMethodsOptions {
  readonly keys: Keys;
  readonly clientTokens: ClientTokens;
  readonly ledger: Pick<Ledger, "spent">;
}

const MAX_DIGESTS = 10_000;

export const createClientTokenMethods = ({
  keys,
  clientTokens,
  ledger,
}: ClientTokenMethodsOptions): ClientTokenMethods => {
  const refusalOf = async (keyDigest: Buffer): Promise<RefusedKey | undefined> => {
    try {
      await identify({ keys, clientTokens }, keyDigest.toString("hex"));
      return undefined;
    } catch (error) {
      if (!hasErrorCode(error, "key_revoked") && !hasErrorCode(error, "invalid_api_key")) throw error;
      return { keyDigest, code: error.code, message: error.message, expired: error instanceof Expired };
    }
  };

  return {
    async createClientToken({ keyId, operations, models, origins, budgetNanoMxn, ttlS, ...request }) {
      const organizationId = requireUuid("organization_id", request.organizationId);
      const key = await keys.get(requireUuid("key_id", keyId));
      if (key.organizationId !== organizationId) throw new CenoteError("not_found", "There is no such API key.");
      const { row, secret } = await clientTokens.create({
        organizationId,
        keyId: key.id,
        keyDigest: key.digest,
        isKeyRestricted: isRestricted(key.restrictions),
        operations,
        models,
        origins,
        ttlS,
        budget: requirePositiveAmount("budget_nano_mxn", budgetNanoMxn, MAX_AMOUNT),
      });
      return { clientToken: toContractToken(row), secret };
    },
    async listClientTokens({ page, ...request }) {
      const organizationId = requireUuid("organization_id", request.organizationId);
      const { size, cursor } = readPage(page);
      const found = await clientTokens.list(organizationId, {
        after: readCursor("page.cursor", cursor),
        limit: size + 1,
      });
      const { rows, next } = pageOf(found, size);
      const spent = rows.length === 0 ? undefined : await ledger.spent(organizationId);
      return {
        clientTokens: rows.map((row) => ({
          ...toContractToken(row),
          cursor: writeCursor(row),
          spentNanoMxn: spent?.(row.id),
        })),
        next,
      };
    },
    async revokeClientToken({ clientTokenId, keyId, ...request }) {
      const organizationId = requireUuid("organization_id", request.organizationId);
      const madeWith = keyId === undefined ? undefined : requireUuid("key_id", keyId);
      const row = await clientTokens.revoke(organizationId, requireUuid("client_token_id", clientTokenId), madeWith);
      return { clientToken: { ...toContractToken(row), spentNanoMxn: (await ledger.spent(organizationId))(row.id) } };
    },
    async findRefused({ keyDigests }) {
      if (keyDigests.length > MAX_DIGESTS)
        throw invalidRequest("key_digests", `\`key_digests\` has more than ${MAX_DIGESTS} items.`);
      const refused = await Promise.all(keyDigests.map(refusalOf));
      return { refused: refused.filter((refusal) => refusal !== undefined) };
    },
  };
};

export const toContractToken = (row: ClientTokenRow): ClientToken => ({
  id: row.id,
  organizationId: row.organizationId,
  keyId: row.keyId,
  operations: [...row.operations],
  models: [...row.models],
  origins: [...row.origins],
  budgetNanoMxn: row.budget,
  created: new Date(row.createdAtMs),
  expires: new Date(row.expiresAtMs),
  revoked: row.revokedAtMs === undefined ? undefined : new Date(row.revokedAtMs),
});
