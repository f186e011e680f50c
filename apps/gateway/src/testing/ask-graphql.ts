import type { RunningGateway } from "./start-gateway";

export interface Result {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
}

/** Sends a query to `/graphql` with the sample key. @returns The result. */
export const askGraphql = async ({ post }: RunningGateway, query: string, variables?: object) =>
  (await (await post("/graphql", { query, variables })).json()) as Result;
