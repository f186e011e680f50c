import type { ApiKeysQuery, CreateApiKeyMutation } from "../../generated/operations";

export type ApiKey = ApiKeysQuery["apiKeys"][number];

/** A key with its secret, which can't be had again. */
export type CreatedKey = NonNullable<CreateApiKeyMutation["createApiKey"]>;

/** What a key is called by people; it may have no name. */
export const keyName = ({ name, hint }: Pick<ApiKey, "name" | "hint">): string => (name === "" ? hint : name);
