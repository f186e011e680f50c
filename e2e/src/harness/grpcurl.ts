import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inRoot } from "./paths";

const run = promisify(execFile);

/** Folder of grpcurl, or why none is available. */
export type FoundGrpcurl = { readonly folder: string } | { readonly reason: string };

export const findGrpcurl = async (): Promise<FoundGrpcurl> => {
  const { stdout } = await run(process.execPath, [inRoot("scripts/prepare-grpcurl.cjs")]);
  return JSON.parse(stdout) as FoundGrpcurl;
};
