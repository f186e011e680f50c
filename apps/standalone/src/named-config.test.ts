import type { CenoteEnvironment } from "@cenote/runtime";
import { requireNamedConfig } from "./named-config";

const environment = (configPath: string) => ({ configPath }) as CenoteEnvironment;

describe("a configuration file that is named", () => {
  test("must be there", () => {
    expect(() => { requireNamedConfig(environment("/nowhere/cenote.yaml"), { CENOTE_CONFIG: "/nowhere/cenote.yaml" }); }).toThrow("/nowhere/cenote.yaml");
    expect(() => { requireNamedConfig(environment(__filename), { CENOTE_CONFIG: __filename }); }).not.toThrow();
  });

  test("is not needed where nobody names one: the shipped catalog holds", () => {
    expect(() => { requireNamedConfig(environment("/nowhere/cenote.yaml"), {}); }).not.toThrow();
  });
});
