import { type DocumentNode, Kind, type SelectionNode, type SelectionSetNode } from "graphql";

/** The selections at the top of operations, those of fragments included. The document need not be valid. */
export const topSelectionsOf = (
  document: DocumentNode,
  tops: readonly SelectionSetNode[],
): readonly SelectionNode[] => {
  const found: SelectionNode[] = [];
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node.selectionSet] as const] : [],
    ),
  );
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      found.push(selection);
      if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const { value: name } = selection.name;
        const fragment = fragments.get(name);
        // Each is visited once, however often fragments and operations spread it.
        fragments.delete(name);
        if (fragment !== undefined) visit(fragment);
      }
    }
  };
  tops.forEach(visit);
  return found;
};

/** The top-level fields of an operation by their names in the schema, those of fragments included. */
export const topFieldsOf = (document: DocumentNode, top: SelectionSetNode): readonly string[] => [
  ...new Set(
    topSelectionsOf(document, [top]).flatMap((selection) =>
      selection.kind === Kind.FIELD ? [selection.name.value] : [],
    ),
  ),
];
