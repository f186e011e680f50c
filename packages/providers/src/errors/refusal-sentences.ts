import type { ProviderErrorKind } from "../provider-error";

/*
 * Sentences of providers about our key, account or model, for errors without a code. A match takes the key or the model
 * out of service for everyone, and a text may also repeat the caller's words (names of functions, paths of properties,
 * addresses). So a sentence has to be at the beginning of the text, and quoted parts are ignored.
 */

/** An apostrophe inside a word is not a quote. A quote that is not closed reaches to the end. */
const QUOTED = /"[^"]*(?:"|$)|`[^`]*(?:`|$)|(?<!\w)'(?:[^']|'(?=\w))*(?:'(?!\w)|$)/g;

const KEY_SENTENCES = [
  /^(?:incorrect|invalid|wrong|expired) api[ -]key(?: provided)?(?:$|[.:,;])/i,
  /^(?:the |your |this )?api key (?:not valid|not found|expired|(?:is|was) (?:invalid|not valid|not found|expired)|has expired)(?:$|[.,;])/i,
  /^unauthori[sz]ed\.?$/i,
];

const OWNER = "(?:your|this|the) (?:account|api key|key|organi[sz]ation|project|team|user|workspace)";

/** About the key or account, only with status 403. */
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

/** An account without credit, or a key whose spending limit is reached. */
const SPENT_SENTENCES = [
  /^(?:api )?key (?:spend )?limit (?:has been )?(?:exceeded|reached)\b/i,
  /^you have run out of credits\b/i,
  /^your (?:newly created )?teams? (?:\S+ )?(?:doesn't have any credits|has either used all available credits)\b/i,
  /^user is locked\. reason: exhausted balance\b/i,
  /^(?:exhausted balance|insufficient (?:balance|credits|funds))(?:$|[.,;:]| or no resource package\b)/i,
  /^account \S+ is suspended\b/i,
];

/** A limit per minute for which the provider uses the code of an account without credit. */
const LIMITED_SENTENCES = [/^allocated quota exceeded\b/i];

/** The call alone is larger than a limit per minute, or costs more than the account has left. */
const TOO_LARGE_SENTENCES = [
  /^request too large for\b/i,
  /^this request requires more credits, or fewer max_tokens\b.*\bcan only afford [1-9]/is,
];

/** A temporary failure of Z.ai, reported with status 400. */
const NETWORK_SENTENCES = [/^network error, error id\b/i];

/** An account that is not yet verified. Without streaming, or on another route, the same request may succeed. */
const UNVERIFIED_SENTENCES = [/^your organization must be verified to\b/i];

const MODEL_SENTENCES = [
  // The model's name is quoted, bare or absent. Only the end or a known continuation may follow, since other sentences
  // are about a feature that the model lacks.
  /^(?:the |this )?(?:(?:chat|embedding|image|publisher|requested|specified|video) )?model:? (?:\S+ )?(?:(?:was|is|has been|has) )?(?:does not exist|not exist|not found|decommissioned|deprecated|retired|no longer (?:available|supported)|not available|not supported)(?:$|[.,;:]| (?:or|and) | on this server| by any provider| for api version| any ?more| to new | in this region| (?:for|to|in|on) your (?:account|api|country|key|organization|plan|project|region|subscription|team|tier|workspace))/i,
  /^(?:unknown|invalid) model(?: name| id)?(?:$|[.:,;]| ''| passed in )/i,
  /^no such model(?:$|[.:,;]| )/i,
  /^\S+ is not a valid model id(?:$|[.:,;])/i,
];

/** About the model, only with status 403 or 404. */
const UNSERVED_SENTENCES = [
  // Anthropic; Google; OpenRouter, which adds "that support ..." if only the features of the call are missing.
  /^model: \S+$/i,
  /^(?:this model )?models\/\S+ is (?:not found for api version|no longer available)\b/i,
  /^no endpoints found for \S+$/i,
  /^you don't have access to the model\b/i,
  /^(?:the )?model (?:\S+ )?is blocked at the (?:organization|project) level\b/i,
  /^application (?:\S+ )?not found(?:$|\.)/i,
];

/** A 404 with such a sentence is about a part of the request, and not about the model. */
const PART_SENTENCES = [
  /^(?:the |no such |invalid |unknown )?(?:file|image|audio|video|tool|schema|property|parameter|field)\b(?! (?:\w+ )?model\b)/i,
  /^(?!cannot (?:get|post)\b)(?:failed|unable|could not|couldn't|cannot|can't|error)\b(?:(?!model).){0,60}\b(?:file|image|audio|video|url)s?\b(?! (?:\w+ )?model\b)/i,
];

/**
 * Whether a provider's text begins with one of its known sentences.
 * @param sentences Anchored at the start. Quoted parts are replaced by `''` before the match.
 */
export const beginsWith = (message: string, sentences: readonly RegExp[]): boolean => {
  const own = message.trim().replaceAll(QUOTED, "''");
  return sentences.some((sentence) => sentence.test(own));
};

/** Whether our key is invalid or expired. */
export const refusesKey = (message: string): boolean => beginsWith(message, KEY_SENTENCES);

/** Whether our account has no credit left. */
export const tellsSpent = (message: string): boolean => beginsWith(message, SPENT_SENTENCES);

/** Whether our account is at a limit per minute. */
export const tellsLimited = (message: string): boolean => beginsWith(message, LIMITED_SENTENCES);

/** Whether the call is too large for our account. This says nothing about smaller calls. */
export const exceedsAccount = (message: string): boolean => beginsWith(message, TOO_LARGE_SENTENCES);

/** Whether the provider had a failure that may be temporary. */
export const tellsNetworkFailure = (message: string): boolean => beginsWith(message, NETWORK_SENTENCES);

/** Whether our account lacks a verification, without which OpenAI streams no newer model and shows no reasoning. */
export const lacksVerification = (message: string): boolean => beginsWith(message, UNVERIFIED_SENTENCES);

/** Whether the model is not available, or not to our account. */
export const missesModel = (message: string): boolean => beginsWith(message, MODEL_SENTENCES);

/** Whether a file, a tool or an address in the request does not exist. */
export const missesPart = (message: string): boolean => beginsWith(message, PART_SENTENCES);

/**
 * The kind of a 403. Providers use it for a revoked key, and also if a caller names a private video. If the text proves
 * neither, the kind is `unexplained`, which takes nothing out of service.
 * @param policy The provider's words for a refusal by content policy.
 */
export const kindOfForbidden = (message: string, policy: RegExp): ProviderErrorKind => {
  if (tellsSpent(message)) return "quota";
  if (refusesKey(message) || beginsWith(message, ACCESS_SENTENCES)) return "credentials";
  if (missesModel(message) || beginsWith(message, UNSERVED_SENTENCES)) return "model_gone";
  return policy.test(message) ? "content_policy" : "unexplained";
};

/** The kind of a 404: about a part of the request, about the model, or `unexplained`. */
export const kindOfMissing = (message: string): ProviderErrorKind => {
  if (missesPart(message)) return "rejected";
  return missesModel(message) || beginsWith(message, UNSERVED_SENTENCES) ? "model_gone" : "unexplained";
};
