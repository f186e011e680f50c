import { shippedCatalog, withSystem } from "../harness/with-system";

/** The one system of the suite: what the guides' programs call. */
export const bench = withSystem({ more: shippedCatalog });
