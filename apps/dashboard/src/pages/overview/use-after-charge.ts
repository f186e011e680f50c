import { useThrottledValue } from "@mantine/hooks";
import type { OperationContext } from "@urql/core";
import { useEffect, useRef } from "react";
import { useBalance } from "../../shell/balance";

/** However fast calls come, what they add up to is asked for no more often. */
const EVERY_MS = 3000;

/**
 * Asks again when the balance has changed: something was charged or paid in.
 * @param ask Of urql: the same between two renders.
 */
export const useAfterCharge = (ask: (context: Partial<OperationContext>) => void): void => {
  const money = useThrottledValue(useBalance().money?.balance, EVERY_MS);
  const seen = useRef(money);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== money) ask({ requestPolicy: "network-only" });
    seen.current = money;
  }, [money, ask]);
};
