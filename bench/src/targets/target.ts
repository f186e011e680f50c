/** Something that answers calls: the simulator itself, or what stands before it. */
export interface Target {
  readonly name: "simulator, direct" | "bare Node proxy" | "gateway";
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
