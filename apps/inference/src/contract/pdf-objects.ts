/** Hexadecimal code of a letter, in either case. */
const codeOf = (letter: string): string =>
  letter
    .charCodeAt(0)
    .toString(16)
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** Matches a name of letters. A file may write any of them as its code: `/Obj#53tm`. */
export const nameOf = (name: string): string =>
  `/${name.replaceAll(/./g, (letter) => `(?:${letter}|#${codeOf(letter)})`)}(?![^\\0\\s/<>[\\](){}%])`;

/** The beginnings and ends of dictionaries, and the names in them that concern pages. */
const MARK = new RegExp(`<<|>>|${["Type", "Page", "Kids", "Count"].map((name) => `(${nameOf(name)})`).join("|")}`, "g");
/** White space and comments between a name and its value. */
const SPACE = /^(?:[\0\s]|%[^\r\n]*[\r\n])*$/;
const MAX_SPACE_CHARACTERS = 256;
const NUMBER = /^[\0\s]*(\d{1,7})/;
const LIST = /^[\0\s]*\[/;
/** Most characters of a list of pages: enough for about ten thousand. */
const MAX_LIST_CHARACTERS = 100_000;
/** Time for reading a list, in marks: this many, and one more for each `LIST_CHARACTERS_PER_MARK` characters. */
const LIST_MARKS = 4;
const LIST_CHARACTERS_PER_MARK = 4;
/** Nesting of dictionaries. Data that is no object, such as a picture, may contain any number of beginnings. */
const MAX_DEPTH = 64;
/** More pages than any provider reads. */
const MAX_PAGES = 1_000_000;

/** What the objects of a file say about its pages. */
export interface PdfPages {
  /** Number of objects of the type page. */
  readonly typed: number;
  /** The largest page count of a node of the page tree. */
  readonly counted: number;
  /**
   * The product of the lengths of all lists that name an object more than once, because one such list may refer to the
   * next. Only page trees have such lists.
   */
  readonly repeated: number;
}

/** @param list `[3 0 R 4 0 R`, as far as it is read. @returns How often it repeats objects: 1 if none is repeated. */
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

/** @param marks Most marks that are read. @returns The result, and the number of marks that were read. */
export const readPdfObjects = (text: string, marks: number): { readonly pages: PdfPages; readonly marks: number } => {
  const mark = new RegExp(MARK);
  const open: Dictionary[] = [];
  let [typed, counted, repeated, seen] = [0, 0, 1, 0];
  /** End of the last mark, if it was a type. */
  let typeEnd: number | undefined;
  let hasListEnd = true;

  const close = (): void => {
    const dictionary = open.pop();
    // The items of an outline have counts as well, but no kids.
    if (dictionary?.hasKids === true) counted = Math.max(counted, dictionary.count);
  };
  /** @returns The position at which to continue. */
  const readKids = (from: number): number => {
    const dictionary = open.at(-1);
    if (dictionary !== undefined) dictionary.hasKids = true;
    if (!LIST.test(text.slice(from, from + MAX_SPACE_CHARACTERS))) return from;
    // Once no list end is left, none is searched for again.
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
