import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from "graphql";

/**
 * Estimates the steps that the graphql package needs to check that the fields of a document can be merged. At each
 * place of the answer, it compares fields of the same name with each other, and sets of fields and fragments with all
 * others there. It has a limit of its own, but reaches it so late that a document of six kilobytes blocks the process
 * for a tenth of a second. The estimate groups fields by their place and compares none. It stops soon after `most`, so
 * it is always quick. The document need not be valid. Pure.
 */
export const mergingWork = (document: DocumentNode, most: number): number => {
  // An invalid document may have several fragments of the same name.
  const fragments = new Map<string, FragmentDefinitionNode[]>();
  for (const node of document.definitions) {
    if (node.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const sameName = fragments.get(node.name.value);
    if (sameName === undefined) fragments.set(node.name.value, [node]);
    else sameName.push(node);
  }
  const reached = new Set<string>();
  const numbers = new Map<FieldNode, number>();
  const numberOf = (field: FieldNode): number => {
    const number = numbers.get(field) ?? numbers.size;
    numbers.set(field, number);
    return number;
  };
  /** Groups of fields whose selections were counted. Fragments repeat groups at many places, even in cycles. */
  const counted = new Set<string>();
  let work = 0;

  /** @returns Fields by their place below this one. */
  const countPlace = (sets: readonly SelectionSetNode[]): Iterable<readonly FieldNode[]> => {
    const sameName = new Map<string, FieldNode[]>();
    const spread = new Set<string>();
    let setCount = sets.length;
    let fieldCount = 0;
    let spreadCount = 0;
    const visit = ({ selections }: SelectionSetNode): void => {
      for (const node of selections) {
        work++;
        if (node.kind === Kind.INLINE_FRAGMENT) visit(node.selectionSet);
        else if (node.kind === Kind.FIELD) {
          fieldCount++;
          const name = (node.alias ?? node.name).value;
          const others = sameName.get(name) ?? [];
          work += others.length * (1 + (node.arguments?.length ?? 0));
          others.push(node);
          sameName.set(name, others);
        } else {
          spreadCount++;
          const name = node.name.value;
          if (spread.has(name)) continue;
          spread.add(name);
          reached.add(name);
          for (const fragment of fragments.get(name) ?? []) {
            setCount++;
            visit(fragment.selectionSet);
          }
        }
      }
    };
    for (const set of sets) visit(set);
    work += (setCount - 1) * (fieldCount + spreadCount) + (spreadCount * (spreadCount - 1)) / 2;
    return sameName.values();
  };

  const count = (root: SelectionSetNode): void => {
    const places: (readonly SelectionSetNode[])[] = [[root]];
    for (let sets = places.pop(); sets !== undefined; sets = places.pop()) {
      if (work > most) return;
      for (const fields of countPlace(sets)) {
        const below = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
        if (below.length === 0) continue;
        const key = fields.map(numberOf).join();
        if (counted.has(key)) continue;
        counted.add(key);
        places.push(below);
      }
    }
  };

  for (const node of document.definitions) if (node.kind === Kind.OPERATION_DEFINITION) count(node.selectionSet);
  for (const [name, unread] of fragments)
    if (!reached.has(name)) for (const { selectionSet } of unread) count(selectionSet);
  return work;
};
