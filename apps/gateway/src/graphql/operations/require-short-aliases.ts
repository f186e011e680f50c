import { invalidField } from "@cenote/core";
import { type DocumentNode, visit } from "graphql";

/**
 * Refuses long aliases. Each object of a list and each event of a stream repeats them, so a document of a megabyte
 * could cause an answer of gigabytes. The document need not be valid: unknown field names are refused later. Errors:
 * invalid_request_error.
 */
export const requireShortAliases = (document: DocumentNode, mostCharacters: number): void => {
  visit(document, {
    Field({ alias }) {
      if (alias !== undefined && alias.value.length > mostCharacters)
        throw invalidField(
          "query",
          `the name ${alias.value.slice(0, mostCharacters)}... of a field is longer than ${mostCharacters} characters.`,
        );
    },
  });
};
