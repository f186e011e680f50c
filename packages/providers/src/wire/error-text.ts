/** A longer error text is truncated. */
const MAX_ERROR_CHARACTERS = 4_000;

/** Characters of a web page that are searched. Its title is near the start. */
const MAX_PAGE_CHARACTERS = 64 * 1024;
const MAX_TITLE_CHARACTERS = 200;
/** Each part is bounded, and none matches what the next one does, so the time is linear in the length of the page. */
const HTML_TITLE = /<title(?:\s[^<>]{0,200})?>([^<]{1,1000})<\/title>/i;

/** @returns The title of a web page; empty if it has none. */
const titleOf = (page: string): string => {
  const title = HTML_TITLE.exec(page.slice(0, MAX_PAGE_CHARACTERS))?.[1]?.trim() ?? "";
  return title.length > MAX_TITLE_CHARACTERS ? "" : title;
};

/** The text of an answer that is not JSON; a short description if it is not readable text. */
const plainText = (status: number | undefined, body: string): string => {
  const prefix = status === undefined ? "The provider failed" : `HTTP ${status}`;
  if (body === "") return `${prefix} without a message.`;
  if (!body.startsWith("<")) return body;
  const title = titleOf(body);
  return title === "" ? `${prefix} with a web page.` : `${prefix} with a web page: ${title}`;
};

/**
 * The text of an error, never empty and never longer than the limit.
 * @param said The message that the family found in the body; empty if none. @param status Undefined for an error inside
 * an answer.
 */
export const errorText = (said: string, status: number | undefined, body: string): string =>
  (said === "" ? plainText(status, body.trim()) : said).slice(0, MAX_ERROR_CHARACTERS);
