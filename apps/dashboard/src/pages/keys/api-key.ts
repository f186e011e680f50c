import type { ApiKeysQuery, CreateApiKeyMutation } from "../../generated/operations";

export type ApiKey = NonNullable<ApiKeysQuery["apiKeys"]>[number];

/** A key with its secret, which is shown only once. */
export type CreatedKey = NonNullable<CreateApiKeyMutation["createApiKey"]>;
