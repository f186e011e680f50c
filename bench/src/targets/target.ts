/** The same gateway, with calls answered by a provider with another protocol than OpenAI's. */
export const FAMILY_TARGETS = ["gateway, Anthropic", "gateway, Google"] as const;
export type FamilyTargetName = (typeof FAMILY_TARGETS)[number];

export const isFamilyTarget = ({ name }: Pick<Target, "name">): boolean =>
  FAMILY_TARGETS.some((family) => family === name);

/** Whether it supports only plain chat. */
export const isPartsTarget = ({ name }: Pick<Target, "name">): boolean => name === "the gateway's parts, bare";

/** Something that answers calls: the simulator itself, or what is in front of it. */
export interface Target {
  readonly name: "simulator, direct" | "bare Node proxy" | "the gateway's parts, bare" | "gateway" | FamilyTargetName;
  readonly port: number;
  /** Precedes `/chat/completions`. */
  readonly basePath: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The model's name on this target. */
  modelName(upstreamModel: string): string;
  /** The Node side: a process and all its descendants. Undefined if there is nothing in between. */
  readonly nodePid: number | undefined;
  /** The database's process, if it is on this machine. */
  readonly databasePid: number | undefined;
  stop(): Promise<void>;
}
