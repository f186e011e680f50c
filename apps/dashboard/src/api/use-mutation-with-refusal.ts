import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { AnyVariables, OperationResult } from "@urql/core";
import { useMutation } from "urql";
import { type Refusal, refusalOf } from "./refusal";

export interface MutationWithRefusal<Data, Variables extends AnyVariables> {
  /** Data of the last answer. */
  readonly data: Data | undefined;
  readonly fetching: boolean;
  /** Why the last change failed, until the next one starts. */
  readonly refusal: Refusal | undefined;
  readonly run: (variables: Variables) => Promise<OperationResult<Data, Variables>>;
}

/** A change that a page makes. */
export const useMutationWithRefusal = <Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
): MutationWithRefusal<Data, Variables> => {
  const [{ data, fetching, error }, run] = useMutation(mutation);
  return { data, fetching, refusal: error === undefined ? undefined : refusalOf(error), run };
};
