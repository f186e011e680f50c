/** How a model's input spells a duration of eight seconds: `8`, `"8"`, `"8s"`; `none`: it accepts no duration. */
export type DurationSpelling = (typeof DURATION_SPELLINGS)[number];

export const DURATION_SPELLINGS = ["integer", "digits", "seconds", "none"] as const;

/** @returns Undefined if the model accepts no duration. */
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
