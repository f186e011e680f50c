import { type DocumentNode, Kind, type SelectionNode, type SelectionSetNode } from "graphql";

/** The top-level selections of operations, including those of fragments. The document need not be valid. */
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
        // Each fragment is visited once, however often it is spread.
        fragments.delete(name);
        if (fragment !== undefined) visit(fragment);
      }
    }
  };
  tops.forEach(visit);
  return found;
};

/** The names, in the schema, of an operation's top-level fields, including those of fragments. */
export const topFieldsOf = (document: DocumentNode, top: SelectionSetNode): readonly string[] => [
  ...new Set(
    topSelectionsOf(document, [top]).flatMap((selection) =>
      selection.kind === Kind.FIELD ? [selection.name.value] : [],
    ),
  ),
];
