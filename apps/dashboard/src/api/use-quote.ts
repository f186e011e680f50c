import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { useEffect, useState } from "react";
import { useClient } from "urql";
import { after } from "../clock";

/** How long choices have to rest: enough to go through them with the arrow keys. */
export const CHOICES_REST_MS = 250;
/**
 * Stands for the prompt in a quote of images or a video: the price is the same for each, and is known before one is
 * written.
 */
export const ANY_PROMPT = "any";

export interface UseQuoteOptions<Quote, Input> {
  /** Its field is named `quote`. */
  readonly query: TypedDocumentNode<{ readonly quote: Quote | null }, { readonly input: Input }>;
  /** The call, or undefined if it can't be made. Must be the same object as long as the call is the same. */
  readonly input: Input | undefined;
  /** How long a call has to stay the same before it is asked about. */
  readonly restMs: number;
}

/**
 * What a call would cost, while its form changes. The quote before stays until the next one comes; there is none without
 * a call, or if the server gives none: the call itself says why.
 */
export const useQuote = <Quote, Input>({ query, input, restMs }: UseQuoteOptions<Quote, Input>): Quote | undefined => {
  const client = useClient();
  const [quote, setQuote] = useState<Quote>();
  // The next call is another one: what is known of the one before would be no quote of it.
  if (input === undefined && quote !== undefined) setQuote(undefined);
  useEffect(() => {
    if (input === undefined) return undefined;
    let stop: (() => void) | undefined;
    const cancel = after(restMs, () => {
      // Prices and the exchange rate change: an answer of the cache may no longer hold.
      const asked = client.query(query, { input }, { requestPolicy: "network-only" }).subscribe(({ data, error }) => {
        setQuote(error === undefined ? (data?.quote ?? undefined) : undefined);
      });
      stop = () => {
        asked.unsubscribe();
      };
    });
    return () => {
      cancel();
      stop?.();
    };
  }, [client, query, input, restMs]);
  return input === undefined ? undefined : quote;
};
