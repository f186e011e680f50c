import type { ChatCall } from "../spec";

/** To ask for it is to ask for nothing. */
const DEFAULT = "medium";

/** For targets that have no setting for the length of an answer. */
export const lostVerbosity = ({ verbosity = DEFAULT }: ChatCall): readonly "verbosity"[] =>
  verbosity === DEFAULT ? [] : ["verbosity"];
