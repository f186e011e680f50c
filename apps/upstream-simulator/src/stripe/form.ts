/** A form body by the names of its fields, brackets included: `line_items[0][quantity]`. */
export type Form = ReadonlyMap<string, string>;

/** Stripe's clients write a list without its indices as `name[]`, too. */
export const readForm = (body: string): Form => {
  const fields = new Map<string, string>();
  const lengths = new Map<string, number>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (!name.endsWith("[]")) {
      fields.set(name, value);
      continue;
    }
    const list = name.slice(0, -2);
    const index = lengths.get(list) ?? 0;
    lengths.set(list, index + 1);
    fields.set(`${list}[${index}]`, value);
  }
  return fields;
};

/** The values of a list, by its indices. */
export const listOf = (form: Form, name: string): readonly string[] => {
  const values: string[] = [];
  for (let value = form.get(`${name}[0]`); value !== undefined; value = form.get(`${name}[${values.length}]`))
    values.push(value);
  return values;
};

/** `metadata[a]=1` as `{ a: "1" }`. */
export const mapOf = (form: Form, name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...form].flatMap(([path, value]) =>
      path.startsWith(`${name}[`) && path.endsWith("]") ? [[path.slice(name.length + 1, -1), value]] : [],
    ),
  );
