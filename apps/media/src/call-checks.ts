import type { CatalogSource, Model, ModelType } from "@cenote/catalog";
import type { CallContext } from "@cenote/contracts";
import { CenoteError, type Ids, REQUEST_ID, invalidRequest } from "@cenote/core";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** As people count them: an emoji outside of the basic plane is one character. */
const MAX_PROMPT_CHARACTERS = 4000;
/** Code units of one character. */
const MAX_UNITS_PER_CHARACTER = 2;

/** Checks who pays and gives the call an id where it has none. Errors: invalid_request_error. */
export const toCallContext = (context: CallContext | undefined, ids: Ids): CallContext => {
  if (context === undefined || !UUID.test(context.organizationId)) {
    throw invalidRequest("context.organization_id", "context.organization_id: the UUID of the organization that pays.");
  }
  if (context.requestId === "") return { ...context, requestId: ids.requestId() };
  if (!REQUEST_ID.test(context.requestId)) {
    throw invalidRequest("context.request_id", "context.request_id: `req_` and 24 hexadecimal characters.");
  }
  return context;
};

/** What is made is stored and stays: that is the opposite. Errors: invalid_request_error. */
export const refuseZdr = ({ zdr }: CallContext, what: string): void => {
  if (zdr) throw invalidRequest("zdr", `zdr: ${what} are stored to be given out by address, so zero data retention can't be kept. It is on for this request or for the whole organization.`);
};

/** Errors: invalid_request_error. */
export const requirePrompt = (prompt: string): void => {
  if (prompt === "") throw invalidRequest("prompt", "prompt: must not be empty.");
  if (countCharacters(prompt) > MAX_PROMPT_CHARACTERS) throw invalidRequest("prompt", `prompt: must be at most ${MAX_PROMPT_CHARACTERS} characters long.`);
};

const countCharacters = (text: string): number => {
  if (text.length <= MAX_PROMPT_CHARACTERS) return text.length;
  if (text.length > MAX_PROMPT_CHARACTERS * MAX_UNITS_PER_CHARACTER) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Errors: model_not_found; invalid_request_error where the model is of another type. */
export const findModel = (catalog: CatalogSource, id: string, type: ModelType): Model => {
  const model = catalog.current().models.get(id);
  if (model === undefined) {
    throw new CenoteError("model_not_found", `The model ${JSON.stringify(id)} does not exist. Ids have the form <provider>/<model>; GET /v1/models lists them.`, { param: "model" });
  }
  if (model.type !== type) throw invalidRequest("model", `model: ${id} is of type ${model.type}; this call needs one of type ${type}.`);
  return model;
};

/** Errors: job_not_found, for what is no id at all too: nobody learns which ids there are. */
export const requireJobId = (id: string): string => {
  if (!UUID.test(id)) throw new CenoteError("job_not_found");
  return id;
};
