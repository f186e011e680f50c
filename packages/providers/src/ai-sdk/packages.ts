import { createHash } from "node:crypto";
import { ProviderError } from "../provider-error";
import type { Target } from "../target";
import type { RequestScope } from "./call";
import { type ImportPackage, importSdkPackage } from "./import-package";
import { SPOKEN_VERSIONS, type SdkEmbeddingModel, type SdkLanguageModel, type SdkProvider } from "./model-types";

/** Most cached providers, one for each key. */
const MAX_PROVIDERS = 1_024;

/**
 * The AI SDK packages, each loaded when a target first names it. If a package lacks something, this throws ProviderError
 * `unreachable`, so that another route is tried. The message says how to fix it.
 */
export interface SdkPackages {
  languageModel(target: Target): Promise<SdkLanguageModel>;
  embeddingModel(target: Target): Promise<SdkEmbeddingModel>;
}

export interface SdkPackagesOptions {
  /** Default: the platform's `import()`. */
  readonly importPackage?: ImportPackage;
  readonly requests: RequestScope;
}

type Create = (options: object) => unknown;

const mistake = (message: string): ProviderError => new ProviderError({ kind: "unreachable", message });

const isProvider = (value: unknown): value is SdkProvider =>
  (typeof value === "object" || typeof value === "function") &&
  value !== null &&
  "languageModel" in value &&
  typeof value.languageModel === "function";

const findCreate = (exported: unknown, { package: name, create }: NonNullable<Target["sdk"]>): Create => {
  const functions = Object.entries(exported as object).filter(
    ([key, value]) => /^create[A-Z]/.test(key) && typeof value === "function",
  ) as [string, Create][];
  if (create !== undefined) {
    const named = functions.find(([key]) => key === create);
    if (named === undefined)
      throw mistake(
        `${name} has no ${create}, but ${functions.map(([key]) => key).join(", ") || "no create function at all"}.`,
      );
    return named[1];
  }
  const [first, ...others] = new Map(functions.map(([key, value]) => [value, key]));
  if (first === undefined) throw mistake(`${name} has no create function: it is no provider package of the AI SDK.`);
  if (others.length > 0)
    throw mistake(
      `${name} has several create functions: say which one in \`create\` (${functions.map(([key]) => key).join(", ")}).`,
    );
  return first[0];
};

const checkVersion = <Model extends { readonly specificationVersion: string }>(model: Model, name: string): Model => {
  if (!SPOKEN_VERSIONS.has(model.specificationVersion)) {
    throw mistake(
      `${name} speaks the version ${model.specificationVersion} of the AI SDK's interface; ${[...SPOKEN_VERSIONS].join(" and ")} are understood. Install another version of it.`,
    );
  }
  return model;
};

export const createSdkPackages = ({ importPackage, requests }: SdkPackagesOptions): SdkPackages => {
  const providers = new Map<string, Promise<SdkProvider>>();

  const fetchOfCall: typeof fetch = (input, init) => {
    const own = requests.getStore();
    return own === undefined
      ? Promise.reject(mistake("The provider's package makes a request outside of any call."))
      : own(input, init);
  };

  const make = async ({ sdk, apiKey, baseUrl, headers }: Target): Promise<SdkProvider> => {
    if (sdk === undefined) throw mistake("The provider names no package.");
    const name = sdk.package;
    const exported = await importSdkPackage(name, importPackage);
    const provider = findCreate(
      exported,
      sdk,
    )({
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(baseUrl === "" ? {} : { baseURL: baseUrl }),
      ...(headers === undefined ? {} : { headers }),
      ...sdk.options,
      fetch: fetchOfCall,
    });
    if (!isProvider(provider))
      throw mistake(`${name} is no provider package of the AI SDK: what it creates has no language models.`);
    return provider;
  };

  const providerOf = (target: Target): Promise<SdkProvider> => {
    const { sdk, apiKey, baseUrl, headers } = target;
    const key = createHash("sha256")
      .update(JSON.stringify([sdk, apiKey, baseUrl, headers]))
      .digest("base64");
    const known = providers.get(key);
    if (known !== undefined) return known;
    const made = make(target);
    // Failures are not cached, so the next call finds a package that was installed meanwhile.
    made.catch(() => {
      providers.delete(key);
    });
    providers.set(key, made);
    for (const oldest of providers.keys()) {
      if (providers.size <= MAX_PROVIDERS) break;
      providers.delete(oldest);
    }
    return made;
  };

  return {
    async languageModel(target) {
      const provider = await providerOf(target);
      return checkVersion(provider.languageModel(target.model), target.sdk?.package ?? "");
    },
    async embeddingModel(target) {
      const provider = await providerOf(target);
      const name = target.sdk?.package ?? "";
      // Some packages have only the older name. Called on the provider, because some need `this`.
      if (provider.embeddingModel !== undefined) return checkVersion(provider.embeddingModel(target.model), name);
      if (provider.textEmbeddingModel !== undefined)
        return checkVersion(provider.textEmbeddingModel(target.model), name);
      throw mistake(`${name} makes no embeddings.`);
    },
  };
};
