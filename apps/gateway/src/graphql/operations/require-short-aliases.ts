import { invalidField } from "@cenote/core";
import { type DocumentNode, visit } from "graphql";

/**
 * Refuses long names of fields: each object of a list and each event of a stream has them again, so that a document of a
 * megabyte would make an answer of gigabytes. The document need not be valid: a field's own name is the schema's, or the
 * document is refused later. Errors: invalid_request_error.
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
