import type { ApiKeysQuery, CreateApiKeyMutation } from "../../generated/operations";

export type ApiKey = ApiKeysQuery["apiKeys"][number];

/** A key with its secret, which can't be had again. */
export type CreatedKey = NonNullable<CreateApiKeyMutation["createApiKey"]>;
