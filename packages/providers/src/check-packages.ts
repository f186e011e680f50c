import { importSdkPackage } from "./ai-sdk/import-package";

/**
 * Says which of these packages of the AI SDK can't be loaded, one text each that begins with the package's name. Like
 * `check-routes.ts` it knows no wire.
 */
export const checkPackages = async (names: Iterable<string>): Promise<readonly string[]> => {
  const mistakes = [...new Set(names)].map((name) =>
    importSdkPackage(name).then(
      () => [],
      (error: unknown) => [(error as Error).message],
    ),
  );
  return (await Promise.all(mistakes)).flat();
};
