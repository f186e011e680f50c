import { CenoteError, invalidField } from "@cenote/core";
import { sampleInfo } from "../testing/samples";
import { createFieldNames } from "./field-names";

const names = createFieldNames([
  [/^max_tokens$/, "max_output_tokens"],
  [/^response_format(\.json_schema)?/, "text.format"],
  [/^tools\[(\d+)\]\.function/, "tools[$1]"],
]);

describe("renaming fields for another API", () => {
  it.each([
    [invalidField("max_tokens", "at most 4096."), "max_output_tokens", "max_output_tokens: at most 4096."],
    [
      invalidField("response_format.json_schema.schema", "required."),
      "text.format.schema",
      "text.format.schema: required.",
    ],
    [invalidField("response_format", "unsupported."), "text.format", "text.format: unsupported."],
    [invalidField("tools[3].function.name", "too long."), "tools[3].name", "tools[3].name: too long."],
    [invalidField("max_tokens_more", "no."), "max_tokens_more", "max_tokens_more: no."],
    [invalidField("model", "required."), "model", "model: required."],
    [
      new CenoteError("model_not_found", "There is no such model.", { param: "max_tokens" }),
      "max_output_tokens",
      "There is no such model.",
    ],
  ])("applies to errors: %s", (error, param, message) => {
    expect(names.inError(error)).toMatchObject({ code: error.code, param, message, retryable: error.retryable });
  });

  it("leaves text that names no field unchanged", () => {
    const fault = new Error("max_tokens: x");
    expect(names.inError(fault)).toBe(fault);
    const away = new CenoteError("overloaded");
    expect(names.inError(away)).toBe(away);
  });

  it("applies to the names of dropped fields", () => {
    expect(names.inInfo({ ...sampleInfo, droppedFields: ["max_tokens", "seed"] })).toMatchObject({
      attempts: 1,
      droppedFields: ["max_output_tokens", "seed"],
    });
    expect(names.inInfo(undefined)).toBeUndefined();
  });
});
