/** A longer error text is truncated. */
const MAX_ERROR_CHARACTERS = 4_000;

const HTML_TITLE = /<title[^>]*>\s*([^<]{1,200}?)\s*<\/title>/i;

/** For answers that are not JSON: their text; if it is no readable text, a short description. */
const plainText = (status: number | undefined, body: string): string => {
  const prefix = status === undefined ? "The provider failed" : `HTTP ${status}`;
  if (body === "") return `${prefix} without a message.`;
  if (!body.startsWith("<")) return body;
  const title = HTML_TITLE.exec(body)?.[1];
  return title === undefined ? `${prefix} with a web page.` : `${prefix} with a web page: ${title}`;
};

/**
 * The text of an error, never empty and never longer than the limit.
 * @param said What the body says in a shape its family knows; empty if nothing. @param status Undefined for an error
 * inside an answer.
 */
export const errorText = (said: string, status: number | undefined, body: string): string =>
  (said === "" ? plainText(status, body.trim()) : said).slice(0, MAX_ERROR_CHARACTERS);
