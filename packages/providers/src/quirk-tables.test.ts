import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FAMILIES } from "./families";

const guide = readFileSync(join(__dirname, "../../../docs/providers.md"), "utf8");

/** The rows of the table under a family's heading: a quirk's name, and the values in backticks. */
const tableOf = (kind: string): Map<string, string[]> => {
  const [, section = ""] = guide.split(`### \`${kind}\`\n`);
  const rows = (section.split("\n#", 1)[0] ?? "").matchAll(/^\| `([a-z0-9_]+)` \| ([^|]*) \|/gm);
  return new Map(
    [...rows].map(([, name = "", values = ""]) => [
      name,
      [...values.matchAll(/`([^`]+)`/g)].map(([, value = ""]) => value),
    ]),
  );
};

const asYaml = (value: string): unknown =>
  value === "true" || value === "false" ? value === "true" : /^\d+$/.test(value) ? Number(value) : value;

/** A family's message about an unknown quirk: it lists the known ones. */
const namesIn = (mistake: string | undefined): string[] => (mistake?.split("there are ")[1] ?? "").split(", ");

describe.each([...FAMILIES])("the guide's table of %s", (kind, family) => {
  const table = tableOf(kind);

  test("lists every quirk, and no others", () => {
    expect([...table.keys()].sort()).toEqual(namesIn(family.checkQuirks({ no_such_quirk: true })[0]).sort());
  });

  test("lists valid values, and all of them where they can be listed", () => {
    for (const [name, values] of table) {
      const [, manner, listed] =
        /must be (one|a list) of (.*)$/.exec(family.checkQuirks({ [name]: 0.5 })[0] ?? "") ?? [];
      for (const value of values) {
        const given = manner === "a list" ? [value] : asYaml(value);
        expect({ name, value, mistakes: family.checkQuirks({ [name]: given }) }).toEqual({ name, value, mistakes: [] });
      }
      if (listed !== undefined)
        expect({ name, values: [...values].sort() }).toEqual({ name, values: listed.split(", ").sort() });
    }
  });
});
