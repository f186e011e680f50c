import type { PaymentMethod, TopUpState } from "../../generated/operations";
import type { Tone } from "../../parts/mark";

/** How a top-up's state is shown. */
export const STATE_WORDS: Readonly<Record<TopUpState, { readonly word: string; readonly tone: Tone }>> = {
  OPEN: { word: "Not paid yet", tone: "plain" },
  PROCESSING: { word: "Payment awaited", tone: "warn" },
  PAID: { word: "Paid", tone: "good" },
  EXPIRED: { word: "Expired", tone: "plain" },
  FAILED: { word: "Not paid", tone: "wrong" },
};

const METHOD_WORDS: Readonly<Record<PaymentMethod, string>> = {
  CARD: "card",
  OXXO: "cash at OXXO",
  SPEI: "SPEI transfer",
};

/** `card, cash at OXXO or SPEI transfer`. */
export const formatMethods = (methods: readonly PaymentMethod[]): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(methods.map((method) => METHOD_WORDS[method]));
