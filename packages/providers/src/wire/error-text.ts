/** A longer error text is truncated. */
const MAX_ERROR_CHARACTERS = 4_000;

/** How much of a web page is searched: its title is near the start. */
const MAX_PAGE_CHARACTERS = 64 * 1024;
const MAX_TITLE_CHARACTERS = 200;
/** Each part has an end, and none can match what the next one does: a page takes no longer than its length. */
const HTML_TITLE = /<title(?:\s[^<>]{0,200})?>([^<]{1,1000})<\/title>/i;

/** @returns Empty if there is none to show. */
const titleOf = (page: string): string => {
  const title = HTML_TITLE.exec(page.slice(0, MAX_PAGE_CHARACTERS))?.[1]?.trim() ?? "";
  return title.length > MAX_TITLE_CHARACTERS ? "" : title;
};

/** For answers that are not JSON: their text; if it is no readable text, a short description. */
const plainText = (status: number | undefined, body: string): string => {
  const prefix = status === undefined ? "The provider failed" : `HTTP ${status}`;
  if (body === "") return `${prefix} without a message.`;
  if (!body.startsWith("<")) return body;
  const title = titleOf(body);
  return title === "" ? `${prefix} with a web page.` : `${prefix} with a web page: ${title}`;
};

/**
 * The text of an error, never empty and never longer than the limit.
 * @param said What the body says in a shape its family knows; empty if nothing. @param status Undefined for an error
 * inside an answer.
 */
export const errorText = (said: string, status: number | undefined, body: string): string =>
  (said === "" ? plainText(status, body.trim()) : said).slice(0, MAX_ERROR_CHARACTERS);
