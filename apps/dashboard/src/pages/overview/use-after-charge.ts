import { useThrottledValue } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { useBalance } from "../../shell/balance";

/** At most one reload per interval, however many calls are charged. */
const MIN_INTERVAL_MS = 3000;

/**
 * Reloads when the balance has changed: after a charge, a credit or a correction.
 * @param reload Should be the same function at every render.
 */
export const useAfterCharge = (reload: () => void): void => {
  const money = useThrottledValue(useBalance().money?.balance, MIN_INTERVAL_MS);
  const seen = useRef(money);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== money) reload();
    seen.current = money;
  }, [money, reload]);
};
