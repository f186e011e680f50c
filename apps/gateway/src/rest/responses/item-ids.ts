/**
 * @returns Makes the ids of an answer's items in order: a prefix for the kind, the digits of the request id, the index.
 */
export const itemIds = (requestId: string): ((prefix: string) => string) => {
  const digits = requestId.slice("req_".length);
  let next = 0;
  return (prefix) => `${prefix}_${digits}${(next++).toString(16).padStart(4, "0")}`;
};
