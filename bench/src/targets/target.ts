/** The same gateway, its calls answered by a provider that speaks another protocol than OpenAI's. */
export const FAMILY_TARGETS = ["gateway, Anthropic", "gateway, Google"] as const;
export type FamilyTargetName = (typeof FAMILY_TARGETS)[number];

export const isFamilyTarget = ({ name }: Pick<Target, "name">): boolean => FAMILY_TARGETS.some((family) => family === name);

/** What answers plain chat alone. */
export const isPartsTarget = ({ name }: Pick<Target, "name">): boolean => name === "the gateway's parts, bare";

/** Something that answers calls: the simulator itself, or what stands before it. */
export interface Target {
  readonly name: "simulator, direct" | "bare Node proxy" | "the gateway's parts, bare" | "gateway" | FamilyTargetName;
  readonly port: number;
  /** Before `/chat/completions`. */
  readonly basePath: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the model is called here. */
  modelName(upstreamModel: string): string;
  /** The Node side: a process and all its children. Undefined where there is nothing between. */
  readonly nodePid: number | undefined;
  /** The database's process, where it is on this machine. */
  readonly databasePid: number | undefined;
  stop(): Promise<void>;
}
