import { importSdkPackage } from "./ai-sdk/import-package";

/**
 * Checks which of these AI SDK packages can't be loaded. @returns One text for each of them, which begins with the
 * package's name. Like `check-routes.ts` this loads no HTTP client.
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
