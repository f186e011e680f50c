/*
 * What providers say in text alone of what is ours: key, account, model. A text holds callers' words too (names of
 * functions, paths of properties, addresses), and what a text says here takes a key or a model out of service for
 * everyone. So a sentence counts only as the provider's own: from the beginning of the text on, with quoted parts taken out.
 */

/** An apostrophe within a word neither opens nor closes. What is opened and not closed goes to the end. */
const QUOTED = /"[^"]*(?:"|$)|`[^`]*(?:`|$)|(?<!\w)'(?:[^']|'(?=\w))*(?:'(?!\w)|$)/g;

const KEY_SENTENCES = [
  /^(?:incorrect|invalid|wrong|expired) api[ -]key(?: provided)?(?:$|[.:,;])/i,
  /^(?:the |your |this )?api key (?:not valid|not found|expired|(?:is|was) (?:invalid|not valid|not found|expired)|has expired)(?:$|[.,;])/i,
  /^unauthori[sz]ed\.?$/i,
];

const MODEL_SENTENCES = [
  // A model's name stands quoted, bare or not at all; what follows is the end or one of the known ways to go on, not what a model lacks.
  /^(?:the |this )?(?:requested |specified )?model:? (?:\S+ )?(?:(?:was|is|has been|has) )?(?:does not exist|not exist|not found|decommissioned|deprecated|retired|no longer (?:available|supported)|not available|not supported)(?:$|[.,;:]| (?:or|and) | on this server| by any provider| for api version| any ?more| to new | in this region| (?:for|to|in|on) your (?:account|api|country|key|organization|plan|project|region|subscription|team|tier|workspace))/i,
  /^(?:unknown|invalid) model(?: name| id)?(?:$|[.:,;]| ''| passed in )/i,
  /^no such model(?:$|[.:,;]| )/i,
];

/** Of a 404: something the request names, where else it is the model. */
const PART_SENTENCES = [
  /^(?:the |no such |invalid |unknown )?(?:file|image|audio|video|tool|schema|property|parameter|field)\b(?! (?:\w+ )?model\b)/i,
  /^(?!cannot (?:get|post)\b)(?:failed|unable|could not|couldn't|cannot|can't|error)\b(?:(?!model).){0,60}\b(?:file|image|audio|video|url)s?\b(?! (?:\w+ )?model\b)/i,
];

/** Whether a provider's text begins with one of its known sentences. @param sentences Anchored; a quoted part is `''` to them. */
export const beginsWith = (message: string, sentences: readonly RegExp[]): boolean => {
  const own = message.trim().replaceAll(QUOTED, "''");
  return sentences.some((sentence) => sentence.test(own));
};

/** A key of ours that is none, or none any more. */
export const refusesKey = (message: string): boolean => beginsWith(message, KEY_SENTENCES);

/** A model that is not served, or not to us. */
export const missesModel = (message: string): boolean => beginsWith(message, MODEL_SENTENCES);

/** A file, a tool or an address of the request that is not there. */
export const missesPart = (message: string): boolean => beginsWith(message, PART_SENTENCES);
