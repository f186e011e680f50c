import type { ChatCall, ChatRole } from "../spec";

/**
 * `messages.name`, if the call has names of speakers that are dropped. Names of tool results do not count, since results
 * are identified by their call. @param takesName Whether the target accepts the name in messages of this role.
 */
export const droppedNames = (
  { messages }: ChatCall,
  takesName: (role: ChatRole) => boolean = () => false,
): readonly "messages.name"[] =>
  messages.some(({ role, name }) => role !== "tool" && name !== undefined && name !== "" && !takesName(role))
    ? ["messages.name"]
    : [];

/** `tools.format`, if a tool has a grammar for its input. Without grammars the description has it for the model to read. */
export const droppedGrammar = ({ tools = [] }: ChatCall): readonly "tools.format"[] =>
  tools.some(({ custom }) => custom?.format.type === "grammar") ? ["tools.format"] : [];

/** The default, which no target needs to support. */
const USUAL_VERBOSITY = "medium";

/** `verbosity`, if the call sets it. For targets without that setting. */
export const droppedVerbosity = ({ verbosity = USUAL_VERBOSITY }: ChatCall): readonly "verbosity"[] =>
  verbosity === USUAL_VERBOSITY ? [] : ["verbosity"];
