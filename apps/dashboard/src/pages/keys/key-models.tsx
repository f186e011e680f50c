interface KeyModelsProps {
  readonly models: readonly string[];
}

/** Models shown of at most 64; the others are a number. */
const SHOWN = 2;

/** The models of a key, shortened; the tooltip has all. */
export const KeyModels = ({ models }: KeyModelsProps) => {
  if (models.length === 0) return <span className="faint">all</span>;
  const shown = models.length <= SHOWN + 1 ? models : models.slice(0, SHOWN);
  return (
    <span title={models.join("\n")}>
      {shown.join(", ")}
      {shown.length === models.length ? null : ` and ${models.length - shown.length} more`}
    </span>
  );
};
