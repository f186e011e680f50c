import { type DocumentNode, Kind, type SelectionNode, type SelectionSetNode } from "graphql";

/** The selections at the top of an operation, those of fragments included. The document need not be valid. */
export const topSelectionsOf = (document: DocumentNode, top: SelectionSetNode): readonly SelectionNode[] => {
  const found: SelectionNode[] = [];
  // Each is visited once, however often fragments spread one another.
  const fragments = new Set<string>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      found.push(selection);
      if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD && !fragments.has(selection.name.value)) {
        fragments.add(selection.name.value);
        const fragment = document.definitions.find(
          (node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === selection.name.value,
        );
        if (fragment?.kind === Kind.FRAGMENT_DEFINITION) visit(fragment.selectionSet);
      }
    }
  };
  visit(top);
  return found;
};

/** The top-level fields of an operation by their names in the schema, those of fragments included. */
export const topFieldsOf = (document: DocumentNode, top: SelectionSetNode): readonly string[] => [
  ...new Set(
    topSelectionsOf(document, top).flatMap((selection) =>
      selection.kind === Kind.FIELD ? [selection.name.value] : [],
    ),
  ),
];
