import { Mark } from "./mark";

const toneOf = (outcome: string) => (outcome === "ok" ? "good" : outcome === "cancelled" ? "warn" : "wrong");

/** How a call or a try ended. @param outcome `ok`, `cancelled`, or the code of an error. */
export const OutcomeMark = ({ outcome }: { readonly outcome: string }) => <Mark tone={toneOf(outcome)}>{outcome}</Mark>;
