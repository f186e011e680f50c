/** The element, which must exist. */
export const find = <Kind extends Element>(
  selector: string,
  kind: new () => Kind,
  root: ParentNode = document,
): Kind => {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
};

/** A copy of the only element in a template. */
export const copyOf = (template: string): HTMLElement =>
  find("article", HTMLElement, find(template, HTMLTemplateElement).content.cloneNode(true) as DocumentFragment);

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Fills a select element. The preferred option is selected, even if it is not in the list. */
export const offer = (select: HTMLSelectElement, choices: readonly Choice[], preferred: string | null): void => {
  const isThere = preferred === null || choices.some(({ value }) => value === preferred);
  const all = isThere ? choices : [{ value: preferred, label: preferred }, ...choices];
  select.replaceChildren(...all.map(({ value, label }) => new Option(label, value, false, value === preferred)));
};
