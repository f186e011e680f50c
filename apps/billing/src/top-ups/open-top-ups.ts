import { createLookAtCheckout, type LookOptions } from "./look-at-checkout";
import { startTopUpSweep } from "./sweep";
import { createTopUps, type TopUps, type TopUpsOptions } from "./top-ups";

export type OpenTopUpsOptions = Omit<TopUpsOptions, "look"> & Pick<LookOptions, "ledger">;

export interface OpenedTopUps {
  readonly topUps: TopUps;
  /** Stops the sweep, and waits for the one in progress. */
  readonly close: () => Promise<void>;
}

/** Top-ups, with the sweep that ends those that no caller reads. */
export const openTopUps = (options: OpenTopUpsOptions): OpenedTopUps => {
  const look = createLookAtCheckout(options);
  const sweep = startTopUpSweep({ ...options, look });
  return { topUps: createTopUps({ ...options, look }), close: () => sweep.close() };
};
