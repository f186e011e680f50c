import { TYPE_NAMES } from "../format/model-words";
import type { LedgerEntryType, LedgerFilter, ModelType } from "../generated/operations";

/** The filter of calls in the ledger. An empty field matches all. */
export interface CallFilter {
  /** `ok`, `cancelled`, `failed` or the code of an error. */
  readonly outcome: string;
  readonly kind: ModelType | "";
  readonly model: string;
  readonly key: string;
  readonly token: string;
  /** RFC 3339. */
  readonly from: string;
  /** RFC 3339. */
  readonly to: string;
}

/**
 * A page of the ledger. It is stored in the address, so that Back, a reload and a shared link show the same page.
 */
export interface LedgerPlace {
  /** Cursor of the movement before the page; undefined for the newest page. */
  readonly after: string | undefined;
  readonly withHolds: boolean;
  readonly filter: CallFilter;
}

export const NO_FILTER: CallFilter = { outcome: "", kind: "", model: "", key: "", token: "", from: "", to: "" };

const isKind = (kind: string): kind is ModelType => Object.hasOwn(TYPE_NAMES, kind);

export const readPlace = (search: string): LedgerPlace => {
  const params = new URLSearchParams(search);
  const read = (name: string) => params.get(name) ?? "";
  const kind = read("kind").toUpperCase();
  return {
    after: params.get("after") ?? undefined,
    withHolds: params.has("holds"),
    filter: {
      outcome: read("outcome"),
      kind: isKind(kind) ? kind : "",
      model: read("model"),
      key: read("key"),
      token: read("token"),
      from: read("from"),
      to: read("to"),
    },
  };
};

export const ledgerAddress = ({ after, withHolds, filter }: LedgerPlace): string => {
  const search = new URLSearchParams({
    ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== "")),
    ...(filter.kind !== "" && { kind: filter.kind.toLowerCase() }),
    ...(after !== undefined && { after }),
    ...(withHolds && { holds: "shown" }),
  }).toString();
  return search === "" ? "/requests" : `/requests?${search}`;
};

/** The newest page of calls that match these fields. */
export const callsAddress = (filter: Partial<CallFilter>): string =>
  ledgerAddress({ after: undefined, withHolds: false, filter: { ...NO_FILTER, ...filter } });

export const isFiltered = (filter: CallFilter): boolean => Object.values(filter).some((value) => value !== "");

/** Whether the filter selects calls only: a time alone applies to every movement. */
export const wantsCalls = ({ outcome, kind, model, key, token }: CallFilter): boolean =>
  [outcome, kind, model, key, token].some((value) => value !== "");

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Why the filter is invalid, in a sentence: the address was shortened or mistyped. Undefined if it is valid. */
export const faultOfFilter = ({ key, token, from, to }: CallFilter): string | undefined => {
  if (key !== "" && !UUID.test(key)) return `“${key}” is no id of an API key: choose one from the list.`;
  if (token !== "" && !UUID.test(token)) return `“${token}” is no id of a client token, which has 36 characters.`;
  const time = [from, to].find((text) => text !== "" && Number.isNaN(Date.parse(text)));
  return time === undefined ? undefined : `“${time}” is no time.`;
};

const CHANGING: readonly LedgerEntryType[] = ["ADJUST", "CREDIT", "SETTLE"];

/**
 * The filter of the server's query; undefined for the whole ledger. Failed calls cost nothing, and appear only if calls
 * are selected.
 */
export const toLedgerFilter = ({ withHolds, filter }: LedgerPlace): LedgerFilter | undefined => {
  const { outcome, kind, model, key, token, from, to } = filter;
  const types = withHolds || wantsCalls(filter) ? undefined : CHANGING;
  if (types === undefined && !isFiltered(filter)) return undefined;
  return {
    ...(types !== undefined && { types }),
    ...(outcome !== "" && { outcome }),
    ...(kind !== "" && { kind }),
    ...(model !== "" && { model }),
    ...(key !== "" && { apiKeyId: key }),
    ...(token !== "" && { clientTokenId: token }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
  };
};
