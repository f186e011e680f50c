import { lettersOf } from "../pseudo-model/letters";
import type { Dialect } from "./dialect";

/** The same call of the same prompt has the same id. */
export const toolCallId = (seed: string, dialect: Dialect): string =>
  dialect.toolCallIds === "nine" ? lettersOf(seed, 9) : `call_${lettersOf(seed, 24)}`;
