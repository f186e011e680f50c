import { isFields, textOf } from "../json-fields";
import { ProviderError } from "../provider-error";

export type ImportPackage = (name: string) => Promise<unknown>;

const importInstalled: ImportPackage = (name) => import(name) as Promise<unknown>;

const isMissing = (error: unknown, name: string): boolean =>
  isFields(error) &&
  (error["code"] === "ERR_MODULE_NOT_FOUND" || error["code"] === "MODULE_NOT_FOUND") &&
  textOf(error["message"]).includes(`'${name}'`);

/** Loads an AI SDK package. Throws ProviderError `unreachable`, whose message says how to fix it. */
export const importSdkPackage = (name: string, importPackage: ImportPackage = importInstalled): Promise<unknown> =>
  importPackage(name).catch((error: unknown) => {
    throw new ProviderError({
      kind: "unreachable",
      message: isMissing(error, name)
        ? `${name} is not installed. Install it with: npx pnpm@10 add --workspace-root ${name}`
        : `${name} can't be loaded: ${error instanceof Error ? error.message : String(error)}`,
    });
  });
