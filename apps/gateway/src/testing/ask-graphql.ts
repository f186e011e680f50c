import type { RunningGateway } from "./start-gateway";

export interface Result {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
}

/** What `/graphql` answers the sample key. */
export const askGraphql = async ({ post }: RunningGateway, query: string, variables?: object) =>
  (await (await post("/graphql", { query, variables })).json()) as Result;
