import { invalidField } from "@cenote/core";
import {
  type DocumentNode,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  specifiedRules,
  validate,
  type ValidationRule,
} from "graphql";
import type { QueryLimits } from "../../limits";
import { graphqlMistake } from "../errors";
import { mergingWork } from "./merging-work";
import { requireShortAliases } from "./require-short-aliases";
import { requireUnconditionalRoot } from "./unconditional-root";

/** Refuses an invalid document, on all transports. Errors: invalid_request_error. */
export type CheckDocument = (document: DocumentNode) => void;

export interface DocumentCheckOptions {
  readonly schema: GraphQLSchema;
  /** Whether the schema may be queried, by the current settings. */
  readonly introspection: () => boolean;
  readonly limits: QueryLimits;
}

const MAX_FAULTS = 5;

/** A valid document is not validated again while it is cached and the settings are the same. */
export const createDocumentCheck = ({ schema, introspection, limits }: DocumentCheckOptions): CheckDocument => {
  const { queryMergingWork: most, queryAliasCharacters } = limits;
  const checkOnce = (rules: readonly ValidationRule[]): CheckDocument => {
    const valid = new WeakSet<DocumentNode>();
    return (document) => {
      if (valid.has(document)) return;
      requireShortAliases(document, queryAliasCharacters);
      // Before validation, which compares the fields with each other.
      if (mergingWork(document, most) > most)
        throw invalidField(
          "query",
          `checking whether its fields can be merged would take more than ${most} steps. Repeat fewer fields and fragments in one place.`,
        );
      requireUnconditionalRoot(document);
      const [fault] = validate(schema, document, rules, { maxErrors: MAX_FAULTS });
      if (fault !== undefined) throw graphqlMistake("query", fault);
      valid.add(document);
    };
  };
  const check = checkOnce(specifiedRules);
  const checkClosed = checkOnce([...specifiedRules, NoSchemaIntrospectionCustomRule]);
  return (document) => {
    (introspection() ? check : checkClosed)(document);
  };
};
