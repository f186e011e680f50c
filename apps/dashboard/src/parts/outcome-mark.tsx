import { Mark } from "./mark";

const toneOf = (outcome: string) => (outcome === "ok" ? "good" : outcome === "cancelled" ? "warn" : "wrong");

/** The outcome of a call or a try. @param outcome `ok`, `cancelled`, or an error code. */
export const OutcomeMark = ({ outcome }: { readonly outcome: string }) => <Mark tone={toneOf(outcome)}>{outcome}</Mark>;
