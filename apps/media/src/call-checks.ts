import type { CallContext } from "@cenote/contracts";
import { CenoteError, invalidField, parseUuid } from "@cenote/core";

/** Characters as people count them: an emoji outside of the basic plane is one. */
const MAX_PROMPT_CHARACTERS = 4000;
/** UTF-16 code units of one character. */
const MAX_UNITS_PER_CHARACTER = 2;

/** Images and videos are stored, which zero data retention forbids. Errors: invalid_request_error. */
export const refuseZdr = ({ zdr }: CallContext, what: string): void => {
  if (zdr)
    throw invalidField(
      "zdr",
      `${what} are stored to be given out by address, so zero data retention can't be kept. It is on for this request or for the whole organization.`,
    );
};

/** Errors: invalid_request_error. */
export const requirePrompt = (prompt: string): void => {
  if (prompt === "") throw invalidField("prompt", "must not be empty.");
  if (countCharacters(prompt) > MAX_PROMPT_CHARACTERS)
    throw invalidField("prompt", `must be at most ${MAX_PROMPT_CHARACTERS} characters long.`);
};

const countCharacters = (text: string): number => {
  if (text.length <= MAX_PROMPT_CHARACTERS) return text.length;
  if (text.length > MAX_PROMPT_CHARACTERS * MAX_UNITS_PER_CHARACTER) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Errors: job_not_found, also for a value that is not an id, so that the error does not reveal which ids exist. */
export const requireJobId = (id: string): string => {
  const jobId = parseUuid(id);
  if (jobId === undefined) throw new CenoteError("job_not_found");
  return jobId;
};
