import { Anchor } from "@mantine/core";
import { useEffect, useState } from "react";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { after } from "../../clock";
import { TopUpDocument, type TopUpQuery } from "../../generated/operations";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Money } from "../../parts/money";
import { Section } from "../../parts/section";

interface ReturnedTopUpProps {
  readonly id: string;
  /** Called when the top-up has changed. */
  readonly changed: () => void;
}

const LOOK_EVERY_MS = 3_000;
/** A card payment is known within seconds. Cash takes days, so the page stops checking. */
const MAX_LOOKS = 20;

const Words = ({ topUp }: { readonly topUp: NonNullable<TopUpQuery["topUp"]> }) => {
  const money = <Money amount={topUp.amount} />;
  switch (topUp.state) {
    case "PAID":
      return <>{money} are paid, and in the balance.</>;
    case "PROCESSING":
      return <>{money} will be in the balance as soon as the payment arrives; you don’t have to wait here.</>;
    case "EXPIRED":
      return <>The payment page of {money} has expired; nothing was paid.</>;
    case "FAILED":
      return <>{money} were not paid.</>;
    case "OPEN":
      return (
        <>
          {money} are not paid yet.{" "}
          {topUp.checkoutUrl === null ? null : (
            <Anchor href={topUp.checkoutUrl} inherit>
              Back to the payment page
            </Anchor>
          )}
        </>
      );
  }
};

/** The result of the payment from which the user returns. */
export const ReturnedTopUp = ({ id, changed }: ReturnedTopUpProps) => {
  const { data, fetching, failure, reload } = useQueryWithRetry({
    query: TopUpDocument,
    variables: { id },
    requestPolicy: "network-only",
  });
  const [looks, setLooks] = useState(1);
  const topUp = data?.topUp;
  const state = topUp?.state;
  const isWaiting = state === "OPEN" || state === "PROCESSING";

  useEffect(() => {
    if (state !== undefined && state !== "OPEN") changed();
  }, [state, changed]);

  useEffect(
    () =>
      isWaiting && looks < MAX_LOOKS
        ? after(LOOK_EVERY_MS, () => {
            setLooks(looks + 1);
            reload();
          })
        : undefined,
    [isWaiting, looks, reload],
  );

  return (
    <Section title="Your payment">
      {failure === undefined ? null : <Failure {...failure} />}
      {topUp === undefined ? fetching && <Loading label="Loading the payment" /> : null}
      {topUp === undefined ? null : (
        <p role="status">{topUp === null ? "There is no such payment." : <Words topUp={topUp} />}</p>
      )}
    </Section>
  );
};
