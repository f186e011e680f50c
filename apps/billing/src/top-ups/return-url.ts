/** The address with the id of the top-up in its query. */
export const withTopUp = (address: URL, id: string): string => {
  const url = new URL(address);
  url.searchParams.set("top_up", id);
  return url.href;
};
