/** Fields of the services' requests, and the arguments that the operator typed for them. */
const WORDS = [
  ["`organization_id`", "ORG"],
  ["`key_id`", "KEY_ID"],
  ["`filter.key_id`", "--key"],
  ["`filter.client_token_id`", "--client-token"],
  ["`filter.from`", "--from"],
  ["`filter.to`", "--to"],
  ["`from_day`", "--from"],
  ["`to_day`", "--to"],
  ["balance_alert.threshold_nano_mxn", "low-balance"],
  ["balance_alert.url", "low-balance-url"],
] as const;

/** A service's message with the names of the tool's arguments. */
export const inArgumentWords = (message: string): string =>
  WORDS.reduce((text, [field, word]) => text.replaceAll(field, word), message);
