import type { ChatCall, ChatRole } from "../spec";

/**
 * The names of speakers, where messages have any. Names on tool results do not count: those are identified by their call.
 * @param takesName Whether a message of this role may go with its name, which then does not count either.
 */
export const lostNames = (
  { messages }: ChatCall,
  takesName: (role: ChatRole) => boolean = () => false,
): readonly "messages.name"[] =>
  messages.some(({ role, name }) => role !== "tool" && name !== undefined && name !== "" && !takesName(role))
    ? ["messages.name"]
    : [];

/** The grammar of a tool's input. Where a provider has none, the model reads it in the tool's description. */
export const lostGrammar = ({ tools = [] }: ChatCall): readonly "tools.format"[] =>
  tools.some(({ custom }) => custom?.format.type === "grammar") ? ["tools.format"] : [];

/** To ask for it is to ask for nothing. */
const USUAL_VERBOSITY = "medium";

/** The length of an answer, where there is no setting for it. */
export const lostVerbosity = ({ verbosity = USUAL_VERBOSITY }: ChatCall): readonly "verbosity"[] =>
  verbosity === USUAL_VERBOSITY ? [] : ["verbosity"];
