/** The one element that the page must have. */
export const find = <Kind extends Element>(selector: string, kind: new () => Kind, root: ParentNode = document): Kind => {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
};

/** A copy of the one element in a template. */
export const copyOf = (template: string): HTMLElement =>
  find("article", HTMLElement, find(template, HTMLTemplateElement).content.cloneNode(true) as DocumentFragment);

/** Fills a list to choose from. The preferred one is chosen, also where it is not in the list. */
export const offer = (select: HTMLSelectElement, choices: readonly string[], preferred: string | null): void => {
  const all = preferred === null || choices.includes(preferred) ? choices : [preferred, ...choices];
  select.replaceChildren(...all.map((choice) => new Option(choice, choice, false, choice === preferred)));
};
