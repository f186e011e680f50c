import { withSystem } from "../harness/with-system";

/** The one system of the suite. */
export const harness = withSystem();
