const listFormat = new Intl.ListFormat("en", { type: "conjunction" });

/** `a budget and an expiry`; undefined if there are none. A key with any of them can't manage keys. */
export const formatRestrictions = ({
  budget,
  expires,
  models,
  networks,
}: {
  readonly budget: unknown;
  readonly expires: string | null;
  readonly models: readonly string[];
  readonly networks: readonly string[];
}): string | undefined => {
  const held = [
    ...(budget === null ? [] : ["a budget"]),
    ...(expires === null ? [] : ["an expiry"]),
    ...(models.length === 0 ? [] : ["a list of models"]),
    ...(networks.length === 0 ? [] : ["a list of networks"]),
  ];
  return held.length === 0 ? undefined : listFormat.format(held);
};
