/**
 * @returns Makes the id of each next item of an answer: a prefix that says of what kind it is, the digits of its
 * request, its place.
 */
export const itemIds = (requestId: string): ((prefix: string) => string) => {
  const digits = requestId.slice("req_".length);
  let next = 0;
  return (prefix) => `${prefix}_${digits}${(next++).toString(16).padStart(4, "0")}`;
};
