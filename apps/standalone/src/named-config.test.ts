import type { CenoteEnvironment } from "@cenote/runtime";
import { requireNamedConfig } from "./named-config";

const environment = (configPath: string) => ({ configPath }) as CenoteEnvironment;

describe("an explicitly named configuration file", () => {
  test("must exist", () => {
    expect(() => {
      requireNamedConfig(environment("/nowhere/cenote.yaml"), { CENOTE_CONFIG: "/nowhere/cenote.yaml" });
    }).toThrow("/nowhere/cenote.yaml");
    expect(() => {
      requireNamedConfig(environment(__filename), { CENOTE_CONFIG: __filename });
    }).not.toThrow();
  });

  test("is not required otherwise: the shipped catalog applies", () => {
    expect(() => {
      requireNamedConfig(environment("/nowhere/cenote.yaml"), {});
    }).not.toThrow();
  });
});
