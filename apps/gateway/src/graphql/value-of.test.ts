import "reflect-metadata";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { USAGE_UNIT_NAMES } from "../models/usage-unit";
import { ModelCapability, ModelType } from "./models/model.type";
import { UsageUnit, withUnit } from "./usage/usage-unit.type";
import { valueOf } from "./value-of";

it("returns the value of a known word, and undefined for others", () => {
  expect(valueOf(ModelType, "chat")).toBe("chat");
  expect([
    valueOf(ModelType, "CHAT"),
    valueOf(ModelType, "smell"),
    valueOf(ModelType, ""),
    valueOf(ModelType, undefined),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});

it("knows every capability of the protocol", () => {
  const [comment = ""] =
    /(?:\s*\/\/.*\n)+\s+repeated string capabilities/.exec(
      readFileSync(join(__dirname, "../../../../proto/cenote/inference/v1/models.proto"), "utf8"),
    ) ?? [];
  expect(Object.values<string>(ModelCapability)).toEqual(comment.match(/(?<=`)\w+(?=`)/g));
});

it("knows every unit of the protocol, and leaves out rows with a newer one", () => {
  expect(new Set<string>(Object.values(UsageUnit))).toEqual(
    new Set(Object.values(USAGE_UNIT_NAMES).filter((name) => name !== "unspecified")),
  );
  const lines = [
    { unit: 6, variant: "" },
    { unit: 99 as never, variant: "" },
    { unit: 5, variant: "1024x1024" },
  ];
  expect(withUnit(lines, (_line, common) => common)).toEqual([
    { unit: "second", variant: null },
    { unit: "image", variant: "1024x1024" },
  ]);
});
