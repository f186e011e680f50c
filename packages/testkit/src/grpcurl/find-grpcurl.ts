import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { cacheFolder } from "../cache-folder";
import { firstOnPath } from "../first-on-path";
import type { Environment } from "../python/python-environment";

const run = promisify(execFile);

const VERSION = "1.9.3";
const INSTALL_LIMIT_MS = 400_000;

/** Folder of grpcurl, or why none is available. */
export type FoundGrpcurl = { readonly folder: string } | { readonly reason: string };

/**
 * The grpcurl on the PATH, or one that Go builds once into the user's cache folder. Without Go, tests run without it.
 * @param onSlow Called before anything that takes longer than a moment.
 */
export const findGrpcurl = async (
  env: Environment,
  onSlow: (what: string) => void = () => {},
): Promise<FoundGrpcurl> => {
  const own = await firstOnPath(["grpcurl"], env.PATH);
  if (own !== undefined) return { folder: dirname(own) };
  const folder = join(cacheFolder(env), `e2e-grpcurl-${VERSION}`);
  if (existsSync(join(folder, "grpcurl"))) return { folder };
  const go = await firstOnPath(["go"], env.PATH);
  if (go === undefined) return { reason: "there is neither grpcurl nor Go on the PATH" };
  onSlow(`building grpcurl ${VERSION}, once, in ${folder}`);
  const draft = `${folder}.${randomUUID()}.partial`;
  try {
    await run(go, ["install", `github.com/fullstorydev/grpcurl/cmd/grpcurl@v${VERSION}`], {
      timeout: INSTALL_LIMIT_MS,
      env: { ...env, GOBIN: draft, CGO_ENABLED: "0" },
    });
    await mkdir(folder, { recursive: true });
    await rename(join(draft, "grpcurl"), join(folder, "grpcurl"));
    return { folder };
  } catch (error) {
    const { stderr = "", message } = error as Error & { readonly stderr?: string };
    return { reason: `building grpcurl ${VERSION} failed: ${(stderr || message).trim().split("\n").at(-1)}` };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};
