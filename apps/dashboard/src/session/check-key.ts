import type { Client } from "@urql/core";
import { type Refusal, refusalOf } from "../api/refusal";
import { ProvidersDocument, ViewerDocument, type ViewerQuery } from "../generated/operations";

export type Organization = NonNullable<ViewerQuery["viewer"]>["organization"];

export type KeyCheck =
  | { readonly kind: "good"; readonly organization: Organization }
  | { readonly kind: "refused"; readonly refusal: Refusal };

const IS_CLIENT_TOKEN: Refusal = {
  code: "permission_denied",
  message: "This is a client token, made for one page and a few minutes. Sign in with an API key.",
};

/** Requests the organization that the client's key belongs to. */
export const checkKey = async (client: Client): Promise<KeyCheck> => {
  // Loads the notice above every page in advance, so that it does not push the page down later.
  void client.query(ProvidersDocument, {}).toPromise();
  const { data, error } = await client.query(ViewerDocument, {}, { requestPolicy: "network-only" }).toPromise();
  const viewer = data?.viewer ?? undefined;
  if (viewer === undefined) return { kind: "refused", refusal: refusalOf(error ?? { graphQLErrors: [] }) };
  if (viewer.clientToken !== null) return { kind: "refused", refusal: IS_CLIENT_TOKEN };
  return { kind: "good", organization: viewer.organization };
};
