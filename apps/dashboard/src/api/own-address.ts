/**
 * The address of a stored image or video, for this page. A path of the gateway is made relative, because the browser may
 * know the gateway by another host name. Other addresses are returned unchanged.
 */
export const ownAddress = (url: string): string => {
  const { pathname } = new URL(url);
  return /^\/media\/[^/]+\/[^/]+\/[^/]+$/.test(pathname) ? pathname : url;
};
