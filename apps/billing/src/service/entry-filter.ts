import type { LedgerFilter } from "@cenote/contracts";
import { invalidRequest } from "@cenote/core";
import type { EntryFilter, EntryType } from "../ledger/ledger-reads";
import { requireText, requireUuid } from "./fields";

const TYPES: ReadonlySet<string> = new Set<EntryType>(["credit", "hold", "settle", "release", "expire", "adjust"]);
const isType = (type: string): type is EntryType => TYPES.has(type);

const MAX_TEXT_LENGTH = 200;

const readTypes = (types: readonly string[]): ReadonlySet<EntryType> =>
  new Set(
    types.map((type, index) => {
      if (!isType(type))
        throw invalidRequest(`filter.types[${index}]`, `\`${[...TYPES].join("`, `")}\` are the types.`);
      return type;
    }),
  );

/** Errors: invalid_request_error. */
export const readEntryFilter = (filter: LedgerFilter): EntryFilter => {
  const { types, from, to, model, keyId, clientTokenId, kind, outcome } = filter;
  if (from !== undefined && to !== undefined && from >= to)
    throw invalidRequest("filter.to", "`filter.to` is not after `filter.from`.");
  const text = (param: string, value: string) => requireText(param, value, MAX_TEXT_LENGTH);
  return {
    ...(types.length > 0 && { types: readTypes(types) }),
    ...(from !== undefined && { fromMs: from.getTime() }),
    ...(to !== undefined && { toMs: to.getTime() }),
    ...(model !== undefined && { model: text("filter.model", model) }),
    ...(keyId !== undefined && { keyId: requireUuid("filter.key_id", keyId) }),
    ...(clientTokenId !== undefined && { clientTokenId: requireUuid("filter.client_token_id", clientTokenId) }),
    ...(kind !== undefined && { kind: text("filter.kind", kind) }),
    ...(outcome !== undefined && { outcome: text("filter.outcome", outcome) }),
  };
};
