/** How a model's input spells a length of eight seconds: `8`, `"8"`, `"8s"`, or it takes none. */
export type DurationSpelling = (typeof DURATION_SPELLINGS)[number];

export const DURATION_SPELLINGS = ["integer", "digits", "seconds", "none"] as const;

/** @returns Undefined where the model takes no length. */
export const spellDuration = (durationS: number, spelling: DurationSpelling): string | number | undefined => {
  switch (spelling) {
    case "integer":
      return durationS;
    case "digits":
      return String(durationS);
    case "seconds":
      return `${durationS}s`;
    case "none":
      return undefined;
  }
};
