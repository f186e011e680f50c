import { UPSTREAM_KEY } from "../harness/cenote-yaml";
import { shippedCatalog, withSystem } from "../harness/with-system";

/** The one system of the suite, which the guides' programs call. Videos of the shipped catalog are made over fal. */
export const harness = withSystem({
  more: (simulatorUrl) => ({
    ...shippedCatalog(),
    providers: { fal: { kind: "fal", base_url: `${simulatorUrl}/fal`, api_key: UPSTREAM_KEY } },
  }),
});
