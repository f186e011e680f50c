import { setFlagsFromString } from "node:v8";

/**
 * Sets V8 up for calls by the thousand. V8 notes in which places of the code objects are made that outlive its collections, and makes the next
 * ones there in its old generation at once. Whatever a call is made of looks so when a collection finds many calls under way; and once one of
 * its objects is old from birth, the young ones that it points to are kept until the next full collection, long after the call is over. A
 * seventh of all that calls allocated was kept so; without that guess it is a thirtieth. Call it before code has become hot.
 */
export const tuneEngine = (): void => {
  setFlagsFromString("--no-allocation-site-pretenuring");
};
