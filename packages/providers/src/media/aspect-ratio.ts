const shape = (text: string, separator: string): number => {
  const [width = 1, height = 1] = text.split(separator).map(Number);
  return Math.log(width / height);
};

/** The one of `offered` (`16:9`) that comes nearest to a size (`1024x768`), for models that know shapes alone. */
export const nearestAspectRatio = (size: string, offered: readonly [string, ...string[]]): string => {
  const wanted = shape(size, "x");
  return offered.reduce(
    (best, ratio) => (Math.abs(shape(ratio, ":") - wanted) < Math.abs(shape(best, ":") - wanted) ? ratio : best),
    offered[0],
  );
};
