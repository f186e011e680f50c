import type { VideoModelsQuery } from "../../generated/operations";
import { addMoney } from "../../money/add-money";
import { Money } from "../../parts/money";

interface VideoPriceProps {
  readonly prices: VideoModelsQuery["models"][number]["prices"];
  readonly seconds: number | undefined;
}

/** What the video will cost at the current rate. */
export const VideoPrice = ({ prices, seconds }: VideoPriceProps) => {
  const price = prices.find(({ unit, per }) => unit === "SECOND" && per === 1);
  if (price === undefined || seconds === undefined) return null;
  // A sum of equal amounts stays exact.
  return (
    <span className="faint">
      about <Money amount={addMoney(Array.from({ length: seconds }, () => price.mxn))} />, charged once it is there
    </span>
  );
};
