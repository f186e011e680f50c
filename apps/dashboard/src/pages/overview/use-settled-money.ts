import { useThrottledValue } from "@mantine/hooks";
import { useBalance } from "../../shell/balance";

/** However fast calls come, what they add up to is asked for no more often. */
const EVERY_MS = 3000;

/** The balance, for who has to look again when something was charged. */
export const useSettledMoney = (): string | undefined => useThrottledValue(useBalance().money?.balance, EVERY_MS);
