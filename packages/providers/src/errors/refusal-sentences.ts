import type { ProviderErrorKind } from "../provider-error";

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

const OWNER = "(?:your|this|the) (?:account|api key|key|organi[sz]ation|project|team|user|workspace)";

/** With status 403, beside those of a key. */
const ACCESS_SENTENCES = [
  /^(?:the |this |your )?(?:provided )?api key (?:\S+ )?(?:(?:is|was|has been) )?(?:currently )?(?:blocked|deactivated|disabled|does not have permission|reported as leaked|restricted|revoked|suspended)\b/i,
  new RegExp(
    `^(?:permission denied: consumer|${OWNER}) (?:\\S+ )?(?:has been|is|was) (?:currently )?(?:blocked|deactivated|denied access|disabled|locked|not active|suspended)\\b`,
    "i",
  ),
  /^(?:country, region, or territory|(?:user|your) (?:country|location|region)(?: is)?) not supported\b/i,
  /^access denied\. please check your network settings/i,
  /^access to the \S+ endpoint is denied\. please ensure you're using the correct credentials/i,
  /^not authenticated\.?$/i,
  /^method doesn't allow unregistered callers\b/i,
  /^request (?:had insufficient authentication scopes|not allowed)(?:$|\.)/i,
  /^requests (?:from|to) (?:[^\s:]+ ){1,6}are blocked(?:$|\.)/i,
  /^you have insufficient permissions for this operation\b/i,
  /^the (?:request signature we calculated does not match|security token included in the request is (?:expired|invalid))/i,
];

/** An account without money, or a key that has spent what it may. */
const SPENT_SENTENCES = [
  /^(?:api )?key (?:spend )?limit (?:has been )?(?:exceeded|reached)\b/i,
  /^you have run out of credits\b/i,
  /^your (?:newly created )?teams? (?:\S+ )?(?:doesn't have any credits|has either used all available credits)\b/i,
  /^user is locked\. reason: exhausted balance\b/i,
  /^(?:exhausted balance|insufficient (?:balance|credits|funds))(?:$|[.,;:]| or no resource package\b)/i,
  /^account \S+ is suspended\b/i,
];

/** A limit per minute, which its provider gives the code of an account without money. */
const LIMITED_SENTENCES = [/^allocated quota exceeded\b/i];

/** One call is larger than a limit per minute, or than what the account has left. */
const TOO_LARGE_SENTENCES = [
  /^request too large for\b/i,
  /^this request requires more credits, or fewer max_tokens\b.*\bcan only afford [1-9]/is,
];

/** Z.ai's own, which it tells with 400. */
const NETWORK_SENTENCES = [/^network error, error id\b/i];

/** An account that may not yet do what was asked: without streaming, or elsewhere, the same request may be answered. */
const UNVERIFIED_SENTENCES = [/^your organization must be verified to\b/i];

const MODEL_SENTENCES = [
  // A model's name stands quoted, bare or not at all; what follows is the end or one of the known ways to go on, not
  // what a model lacks.
  /^(?:the |this )?(?:(?:chat|embedding|image|publisher|requested|specified|video) )?model:? (?:\S+ )?(?:(?:was|is|has been|has) )?(?:does not exist|not exist|not found|decommissioned|deprecated|retired|no longer (?:available|supported)|not available|not supported)(?:$|[.,;:]| (?:or|and) | on this server| by any provider| for api version| any ?more| to new | in this region| (?:for|to|in|on) your (?:account|api|country|key|organization|plan|project|region|subscription|team|tier|workspace))/i,
  /^(?:unknown|invalid) model(?: name| id)?(?:$|[.:,;]| ''| passed in )/i,
  /^no such model(?:$|[.:,;]| )/i,
  /^\S+ is not a valid model id(?:$|[.:,;])/i,
];

/** With status 403 or 404, beside those of a model. */
const UNSERVED_SENTENCES = [
  // Anthropic; Google; OpenRouter, which says of a call that no provider fits "that support ..." instead.
  /^model: \S+$/i,
  /^(?:this model )?models\/\S+ is (?:not found for api version|no longer available)\b/i,
  /^no endpoints found for \S+$/i,
  /^you don't have access to the model\b/i,
  /^(?:the )?model (?:\S+ )?is blocked at the (?:organization|project) level\b/i,
  /^application (?:\S+ )?not found(?:$|\.)/i,
];

/** A 404 with such a sentence is about something the request names; any other is about the model. */
const PART_SENTENCES = [
  /^(?:the |no such |invalid |unknown )?(?:file|image|audio|video|tool|schema|property|parameter|field)\b(?! (?:\w+ )?model\b)/i,
  /^(?!cannot (?:get|post)\b)(?:failed|unable|could not|couldn't|cannot|can't|error)\b(?:(?!model).){0,60}\b(?:file|image|audio|video|url)s?\b(?! (?:\w+ )?model\b)/i,
];

/**
 * Whether a provider's text begins with one of its known sentences.
 * @param sentences Anchored; a quoted part is `''` to them.
 */
export const beginsWith = (message: string, sentences: readonly RegExp[]): boolean => {
  const own = message.trim().replaceAll(QUOTED, "''");
  return sentences.some((sentence) => sentence.test(own));
};

/** A key of ours that is none, or none any more. */
export const refusesKey = (message: string): boolean => beginsWith(message, KEY_SENTENCES);

/** An account of ours without money. */
export const tellsSpent = (message: string): boolean => beginsWith(message, SPENT_SENTENCES);

/** A limit of our account that has room again within a minute. */
export const tellsLimited = (message: string): boolean => beginsWith(message, LIMITED_SENTENCES);

/** A call that is too large for our account, and no sign against any other. */
export const exceedsAccount = (message: string): boolean => beginsWith(message, TOO_LARGE_SENTENCES);

/** A failure of the provider that may pass. */
export const tellsNetworkFailure = (message: string): boolean => beginsWith(message, NETWORK_SENTENCES);

/** Whether our account lacks a verification, without which OpenAI streams no newer model and shows no reasoning. */
export const lacksVerification = (message: string): boolean => beginsWith(message, UNVERIFIED_SENTENCES);

/** A model that is not served, or not to us. */
export const missesModel = (message: string): boolean => beginsWith(message, MODEL_SENTENCES);

/** A file, a tool or an address of the request that is not there. */
export const missesPart = (message: string): boolean => beginsWith(message, PART_SENTENCES);

/**
 * What a 403 is about. Providers use it for a revoked key, and for a caller who names a private video. If neither is
 * proved, nothing is put out of service.
 * @param policy The provider's words for a refusal by content policy.
 */
export const kindOfForbidden = (message: string, policy: RegExp): ProviderErrorKind => {
  if (tellsSpent(message)) return "quota";
  if (refusesKey(message) || beginsWith(message, ACCESS_SENTENCES)) return "credentials";
  if (missesModel(message) || beginsWith(message, UNSERVED_SENTENCES)) return "model_gone";
  return policy.test(message) ? "content_policy" : "unexplained";
};

/** What a 404 is about: the model, something the request names, or nobody knows. */
export const kindOfMissing = (message: string): ProviderErrorKind => {
  if (missesPart(message)) return "rejected";
  return missesModel(message) || beginsWith(message, UNSERVED_SENTENCES) ? "model_gone" : "unexplained";
};
