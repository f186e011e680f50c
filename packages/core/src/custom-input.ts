/**
 * A custom tool is called with free text. Only some APIs have such tools. Everywhere else a custom tool is a function
 * with one argument of this name, so that every model can call it and a conversation can move between any two models.
 */
const NAME = "input";

/** JSON Schema of the function that stands for a custom tool. */
export const CUSTOM_INPUT_SCHEMA = {
  type: "object",
  properties: { [NAME]: { type: "string", description: "The tool's whole input, as it is." } },
  required: [NAME],
  additionalProperties: false,
} as const;

/** The JSON before and after the text in the arguments of such a call. */
export const CUSTOM_INPUT_HEAD = `{"${NAME}":"`;
export const CUSTOM_INPUT_TAIL = `"}`;
/** @returns A piece of the text as JSON, to be put between the two. */
export const toCustomInputPiece = (text: string): string => JSON.stringify(text).slice(1, -1);
export const toCustomArguments = (text: string): string =>
  `${CUSTOM_INPUT_HEAD}${toCustomInputPiece(text)}${CUSTOM_INPUT_TAIL}`;

/** Reads the text from arguments that arrive in pieces. */
export interface CustomInputReader {
  /** @returns The text in this piece of JSON, often empty. */
  read(json: string): string;
  /** @returns The text that was held back until now. */
  end(): string;
}

const WHITESPACE = /\s/;
/** Positions in the head where JSON allows whitespace. */
const BETWEEN = new Set([0, 1, NAME.length + 3, NAME.length + 4]);
const SHORT_ESCAPE = 2;
const LONG_ESCAPE = 6;
const LAST_HIGH_SURROGATE = /[\ud800-\udbff]$/;

/** An escape sequence that is not valid JSON is kept as the model wrote it. */
const unescaped = (escape: string): string => {
  try {
    return JSON.parse(`"${escape}"`) as string;
  } catch {
    return escape;
  }
};

/**
 * Models do not always follow the schema. Anything but an object that begins with the argument is taken as the text
 * itself. Nothing after the argument is read. A high surrogate is held back until its low surrogate arrives.
 */
export const createCustomInputReader = (): CustomInputReader => {
  let state: "head" | "text" | "over" | "raw" = "head";
  /** In state `head`: what was read, and how many characters of `CUSTOM_INPUT_HEAD` have matched. */
  let head = "";
  let known = 0;
  /** In state `text`: an incomplete escape sequence, and a high surrogate. */
  let escape = "";
  let half = "";

  /** @returns Where the text begins; undefined if it has not begun yet, or if the JSON is something else. */
  const readHead = (json: string): number | undefined => {
    for (let at = 0; at < json.length; at++) {
      const character = json.charAt(at);
      if (character === CUSTOM_INPUT_HEAD[known]) known += 1;
      else if (!BETWEEN.has(known) || !WHITESPACE.test(character)) {
        state = "raw";
        return undefined;
      }
      if (known === CUSTOM_INPUT_HEAD.length) {
        state = "text";
        return at + 1;
      }
    }
    return undefined;
  };

  const readText = (piece: string): string => {
    const json = escape + piece;
    escape = "";
    let text = "";
    for (let at = 0; at < json.length;) {
      const found = json.slice(at).search(/["\\]/);
      const stop = found === -1 ? json.length : at + found;
      text += json.slice(at, stop);
      if (stop === json.length) break;
      if (json[stop] === '"') {
        state = "over";
        break;
      }
      const end = stop + (json[stop + 1] === "u" ? LONG_ESCAPE : SHORT_ESCAPE);
      if (end > json.length) {
        escape = json.slice(stop);
        break;
      }
      text += unescaped(json.slice(stop, end));
      at = end;
    }
    return text;
  };

  const inWholeCharacters = (text: string): string => {
    const all = half + text;
    half = LAST_HIGH_SURROGATE.exec(all)?.[0] ?? "";
    return (half === "" ? all : all.slice(0, -1)).toWellFormed();
  };

  return {
    read(json) {
      if (state === "head") {
        const begin = readHead(json);
        head += json;
        if (begin !== undefined) return inWholeCharacters(readText(json.slice(begin)));
        return state === "head" ? "" : inWholeCharacters(head);
      }
      if (state === "text") return inWholeCharacters(readText(json));
      return state === "over" ? "" : inWholeCharacters(json);
    },
    end: () => (state === "head" ? head : half).toWellFormed(),
  };
};

/** The text in complete arguments. */
export const customInputOf = (json: string): string => {
  const reader = createCustomInputReader();
  return reader.read(json) + reader.end();
};
