import type { ImageModelsQuery } from "../../generated/operations";
import { addMoney, isLess } from "../../money/add-money";

type Price = ImageModelsQuery["models"][number]["prices"][number];

/** Variants are sizes, or sizes with a quality: `1024x1024/hd`. An empty size is the model's own, which may be any. */
const isOfSize = ({ variant }: Price, size: string): boolean =>
  variant === null || size === "" || variant === size || variant.startsWith(`${size}/`);

/** The least and the most that the images can cost, in pesos; undefined without a price. */
export const imagePrice = (
  prices: readonly Price[],
  { size, count }: { readonly size: string; readonly count: number },
): { readonly least: string; readonly most: string } | undefined => {
  const [first, ...others] = prices
    .filter((price) => price.unit === "IMAGE" && price.per === 1 && isOfSize(price, size))
    .map(({ mxn }) => mxn);
  if (first === undefined) return undefined;
  // A sum of equal amounts stays exact.
  const times = (mxn: string) => addMoney(Array.from({ length: count }, () => mxn));
  return {
    least: times(others.reduce((least, mxn) => (isLess(mxn, least) ? mxn : least), first)),
    most: times(others.reduce((most, mxn) => (isLess(most, mxn) ? mxn : most), first)),
  };
};
