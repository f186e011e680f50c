/** Hexadecimal, of either case. */
const codeOf = (letter: string): string =>
  letter
    .charCodeAt(0)
    .toString(16)
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** Matches a name of letters, any of which a file may write as its number: `/Obj#53tm`. */
export const nameOf = (name: string): string =>
  `/${name.replaceAll(/./g, (letter) => `(?:${letter}|#${codeOf(letter)})`)}(?![^\\0\\s/<>[\\](){}%])`;

/** The beginnings and ends of dictionaries, and the names in them that tell of pages. */
const MARK = new RegExp(`<<|>>|${["Type", "Page", "Kids", "Count"].map((name) => `(${nameOf(name)})`).join("|")}`, "g");
/** Between a name and what it stands for. */
const SPACE = /^(?:[\0\s]|%[^\r\n]*[\r\n])*$/;
const MAX_SPACE_CHARACTERS = 256;
const NUMBER = /^[\0\s]*(\d{1,7})/;
const LIST = /^[\0\s]*\[/;
/** Of a list of pages: as many as name some ten thousand. */
const MAX_LIST_CHARACTERS = 100_000;
/** A list costs as much time as so many marks, and one more for each of so many characters. */
const LIST_MARKS = 4;
const LIST_CHARACTERS_PER_MARK = 4;
/** Dictionaries within each other. What is no object, as a picture, may have any number of beginnings. */
const MAX_DEPTH = 64;
/** More than any provider reads. */
const MAX_PAGES = 1_000_000;

/** What objects tell of the pages of their file. */
export interface PdfPages {
  /** Objects that call themselves a page. */
  readonly typed: number;
  /** The largest number of pages that a node of their tree says to be below it. */
  readonly counted: number;
  /**
   * The lengths of all lists that name an object more than once, multiplied: what one of them names may be the next.
   * No tree but one of pages has such lists.
   */
  readonly repeated: number;
}

/** @param list `[3 0 R 4 0 R`, as far as it is looked at. @returns How much of a file it repeats: 1 for each once. */
const timesOf = (list: string): number => {
  const objects = list
    .replaceAll(/%[^\r\n]*/g, " ")
    .split("R")
    .slice(0, -1)
    // The number of an object stands before that of its generation.
    .map((reference) => Number(reference.replace("[", " ").trim().split(/\s+/).at(-2)));
  return new Set(objects).size < objects.length ? objects.length : 1;
};

interface Dictionary {
  hasKids: boolean;
  count: number;
}

/** @param marks At most so many are looked at. @returns What was found, and how many marks that took. */
export const readPdfObjects = (text: string, marks: number): { readonly pages: PdfPages; readonly marks: number } => {
  const mark = new RegExp(MARK);
  const open: Dictionary[] = [];
  let [typed, counted, repeated, seen] = [0, 0, 1, 0];
  /** The end of the last mark, if it was a type. */
  let typeEnd: number | undefined;
  let hasListEnd = true;

  const close = (): void => {
    const dictionary = open.pop();
    // The items of an outline have counts as well, but no kids.
    if (dictionary?.hasKids === true) counted = Math.max(counted, dictionary.count);
  };
  /** @returns Where to go on. */
  const readKids = (from: number): number => {
    const dictionary = open.at(-1);
    if (dictionary !== undefined) dictionary.hasKids = true;
    if (!LIST.test(text.slice(from, from + MAX_SPACE_CHARACTERS))) return from;
    // Where no list ends any more, none is looked for again.
    const end = hasListEnd ? text.indexOf("]", from) : -1;
    hasListEnd = end !== -1;
    if (end === -1) return from;
    const list = text.slice(from, Math.min(end, from + MAX_LIST_CHARACTERS));
    seen += LIST_MARKS + Math.ceil(list.length / LIST_CHARACTERS_PER_MARK);
    repeated = Math.min(repeated * timesOf(list), MAX_PAGES);
    return end;
  };

  for (let found = mark.exec(text); found !== null && seen < marks; found = mark.exec(text)) {
    seen += 1;
    const [written, type, page, kids, count] = found;
    const end = mark.lastIndex;
    const dictionary = open.at(-1);
    if (written === "<<") {
      if (open.length === MAX_DEPTH) open.length = 0;
      open.push({ hasKids: false, count: 0 });
    } else if (written === ">>") close();
    else if (kids !== undefined) mark.lastIndex = readKids(end);
    else if (count !== undefined && dictionary !== undefined)
      dictionary.count = Number(NUMBER.exec(text.slice(end, end + MAX_SPACE_CHARACTERS))?.[1] ?? 0);
    else if (page !== undefined && typeEnd !== undefined) {
      const between = found.index - typeEnd;
      if (between <= MAX_SPACE_CHARACTERS && SPACE.test(text.slice(typeEnd, found.index))) typed += 1;
    }
    typeEnd = type === undefined ? undefined : end;
  }
  return { pages: { typed, counted: Math.min(counted, MAX_PAGES), repeated }, marks: seen };
};
