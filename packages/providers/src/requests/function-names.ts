import { createHash } from "node:crypto";
import type { ChatAnswer, ChatCall, ChatEvent, ChatMessage, ToolChoice } from "../spec";

/** The function names of one call, in the protocol's form and in the caller's form. */
export interface FunctionNames {
  /** The call with names that the protocol accepts. */
  readonly call: ChatCall;
  /** Translates an event to the caller's names. */
  readonly event: (event: ChatEvent) => ChatEvent;
  readonly answer: (answer: ChatAnswer) => ChatAnswer;
}

/** All protocols accept names of this length. */
const MAX_NAME_CHARACTERS = 64;
const HASH_CHARACTERS = 8;

/** The function names of a call; undefined for none. It runs for every call, most of which have none. */
const namesIn = ({ tools, toolChoice, messages }: ChatCall): ReadonlySet<string> | undefined => {
  let names: Set<string> | undefined;
  const add = ({ name }: { readonly name: string }) => {
    (names ??= new Set()).add(name);
  };
  tools?.forEach(add);
  if (toolChoice?.mode === "function") add(toolChoice);
  for (const { toolCalls } of messages) toolCalls?.forEach(add);
  return names;
};

const same = <T>(value: T): T => value;

/** An alias that stays close to the name, since the model reads it. The hash distinguishes names with equal aliases. */
const aliasOf = (name: string, used: ReadonlySet<string>): string => {
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]/g, "_").replace(/^(?![a-zA-Z_])/, "_");
  if (plain.length <= MAX_NAME_CHARACTERS && !used.has(plain)) return plain;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, HASH_CHARACTERS);
  return `${plain.slice(0, MAX_NAME_CHARACTERS - HASH_CHARACTERS - 1)}_${hash}`;
};

const aliasesOf = (names: ReadonlySet<string>, taken: RegExp): ReadonlyMap<string, string> => {
  const used = new Set(names);
  const aliases = new Map<string, string>();
  for (const name of names) {
    if (taken.test(name)) continue;
    const alias = aliasOf(name, used);
    used.add(alias);
    aliases.set(name, alias);
  }
  return aliases;
};

const renamed = (call: ChatCall, aliases: ReadonlyMap<string, string>): ChatCall => {
  const rename = <Named extends { readonly name: string }>(named: Named): Named => ({
    ...named,
    name: aliases.get(named.name) ?? named.name,
  });
  const toChoice = (choice: ToolChoice): ToolChoice => (choice.mode === "function" ? rename(choice) : choice);
  const toMessage = (message: ChatMessage): ChatMessage =>
    message.toolCalls === undefined ? message : { ...message, toolCalls: message.toolCalls.map(rename) };
  return {
    ...call,
    messages: call.messages.map(toMessage),
    ...(call.tools === undefined ? {} : { tools: call.tools.map(rename) }),
    ...(call.toolChoice === undefined ? {} : { toolChoice: toChoice(call.toolChoice) }),
  };
};

/**
 * Function names come from the caller, or from another model earlier in the conversation. A name that the protocol does
 * not accept is replaced by an alias, which is the same throughout the conversation, and translated back in the answer.
 * @param taken Names the protocol accepts.
 */
export const inWireNames = (call: ChatCall, taken: RegExp): FunctionNames => {
  const used = namesIn(call);
  const aliases = used === undefined ? undefined : aliasesOf(used, taken);
  if (aliases === undefined || aliases.size === 0) return { call, event: same, answer: same };
  const names = new Map([...aliases].map(([name, alias]) => [alias, name]));
  const nameOf = (alias: string): string => names.get(alias) ?? alias;
  return {
    call: renamed(call, aliases),
    event: (event) =>
      event.type === "tool_call" && event.name !== undefined ? { ...event, name: nameOf(event.name) } : event,
    answer: (answer) =>
      answer.toolCalls.length === 0
        ? answer
        : { ...answer, toolCalls: answer.toolCalls.map((one) => ({ ...one, name: nameOf(one.name) })) },
  };
};
