import { type DocumentNode, Kind, type SelectionSetNode } from "graphql";

/** The top-level fields of an operation by their names in the schema, those of fragments included. */
export const topFieldsOf = (document: DocumentNode, top: SelectionSetNode): readonly string[] => {
  const fields = new Set<string>();
  // Each is visited once, however often fragments spread one another.
  const fragments = new Set<string>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) fields.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else if (!fragments.has(selection.name.value)) {
        fragments.add(selection.name.value);
        const fragment = document.definitions.find(
          (node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === selection.name.value,
        );
        if (fragment?.kind === Kind.FRAGMENT_DEFINITION) visit(fragment.selectionSet);
      }
    }
  };
  visit(top);
  return [...fields];
};
