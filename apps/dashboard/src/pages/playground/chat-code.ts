import { curlCommand, type RestCall } from "../../first-call/curl-command";

export const LANGUAGES = [
  { value: "curl", label: "curl" },
  { value: "python", label: "Python" },
  { value: "node", label: "Node" },
] as const;

export type Language = (typeof LANGUAGES)[number]["value"];

const INDENT = "    ";

/** The properties that JSON would contain. */
const sentOf = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([, item]) => item !== undefined);

/** A Python literal. JSON strings are valid Python literals. */
const toPython = (value: unknown, indent: string): string => {
  const inner = indent + INDENT;
  const lines = (open: string, items: readonly string[], close: string) =>
    items.length === 0
      ? open + close
      : `${open}\n${items.map((item) => `${inner}${item},\n`).join("")}${indent}${close}`;
  if (Array.isArray(value))
    return lines(
      "[",
      value.map((item) => toPython(item, inner)),
      "]",
    );
  if (typeof value === "object" && value !== null)
    return lines(
      "{",
      sentOf(value).map(([name, item]) => `${JSON.stringify(name)}: ${toPython(item, inner)}`),
      "}",
    );
  if (value === true) return "True";
  if (value === false) return "False";
  return value === null ? "None" : JSON.stringify(value);
};

const python = ({ origin, body }: RestCall): string =>
  [
    "import os",
    "",
    "from openai import OpenAI",
    "",
    `client = OpenAI(base_url=${JSON.stringify(`${origin}/v1`)}, api_key=os.environ["CENOTE_API_KEY"])`,
    "answer = client.chat.completions.create(",
    ...sentOf(body).map(([name, value]) => `${INDENT}${name}=${toPython(value, INDENT)},`),
    ")",
    "print(answer.choices[0].message.content)",
  ].join("\n");

const node = ({ origin, body }: RestCall): string =>
  [
    'import OpenAI from "openai";',
    "",
    `const client = new OpenAI({ baseURL: ${JSON.stringify(`${origin}/v1`)}, apiKey: process.env.CENOTE_API_KEY });`,
    `const answer = await client.chat.completions.create(${JSON.stringify(body, null, 2)});`,
    "console.log(answer.choices[0].message.content);",
  ].join("\n");

const WRITERS: Readonly<Record<Language, (call: RestCall) => string>> = { curl: curlCommand, python, node };

/** A program that makes the call, with the key from the environment. */
export const chatCode = (language: Language, call: RestCall): string => WRITERS[language](call);
