/**
 * The address of a stored image or video as this page may load it: the gateway that gave the page has its media too, by
 * whichever name the browser came to it. An address elsewhere stays as it is.
 */
export const ownAddress = (url: string): string => {
  const { pathname } = new URL(url);
  return /^\/media\/[^/]+\/[^/]+\/[^/]+$/.test(pathname) ? pathname : url;
};
