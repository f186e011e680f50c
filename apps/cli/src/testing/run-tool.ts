import type { BillingService, InferenceService } from "@cenote/contracts";
import type { ConfigVerdict } from "../commands/config";
import { runProgram } from "../program";
import { fakeBilling, fakeInference } from "./fake-services";

export interface Around {
  readonly billing?: Partial<BillingService>;
  readonly inference?: Partial<InferenceService>;
  readonly config?: ConfigVerdict;
}

export interface Outcome {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  /** Standard output as JSON. */
  readonly json: () => unknown;
}

/** The time at which the tests' commands run. */
export const NOW = Date.UTC(2026, 10, 23);

/** Runs the tool over fakes, without a process. @param line Words separated by blanks; a word with blanks is quoted. */
export const runTool = async (
  line: string,
  { billing = {}, inference = {}, config }: Around = {},
): Promise<Outcome> => {
  let out = "";
  let err = "";
  let open = 0;
  const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const exitCode = await runProgram(words, {
    connect: () => {
      open += 1;
      return Promise.resolve({
        billing: fakeBilling(billing),
        inference: fakeInference(inference),
        close: () => {
          open -= 1;
        },
      });
    },
    checkConfig: () =>
      config === undefined ? Promise.reject(new Error("no configuration was expected")) : Promise.resolve(config),
    clock: { nowMs: () => NOW },
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  if (open !== 0) throw new Error("the tool left its connection open");
  return { exitCode, out, err, json: () => JSON.parse(out) as unknown };
};
