import { runTool } from "../testing/run-tool";

test("a valid file is reported with a summary of its contents", async () => {
  const { exitCode, json } = await runTool("config check --json", {
    config: { path: "cenote.yaml", exists: true, mistakes: [], warnings: [], providers: 8, models: 30 },
  });
  expect(exitCode).toBe(0);
  expect(json()).toEqual({ ok: true, path: "cenote.yaml", exists: true, providers: 8, models: 30 });
});

test("all mistakes are reported at once, on standard error, with exit code 1", async () => {
  const mistakes = ["models[0].price_usd: missing", "markup: not a decimal number"];
  const { exitCode, out, err } = await runTool("config check --json", {
    config: { path: "cenote.yaml", exists: true, mistakes, warnings: [], providers: 0, models: 0 },
  });
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
  for (const mistake of mistakes) expect(err).toContain(mistake);
});

test("without a file, the text output says which configuration applies", async () => {
  const { exitCode, out } = await runTool("config check", {
    config: { path: "cenote.yaml", exists: false, mistakes: [], warnings: [], providers: 8, models: 30 },
  });
  expect(exitCode).toBe(0);
  expect(out).toContain("cenote.yaml is not there: the shipped catalog holds");
});

test("likely mistakes are warnings, not errors", async () => {
  const config = {
    path: "cenote.yaml",
    exists: true,
    mistakes: [],
    warnings: ["provider mine is not used: NOPE_KEY is not set"],
    providers: 8,
    models: 30,
  };
  const told = await runTool("config check", { config });
  expect(told.exitCode).toBe(0);
  expect(told.out).toMatch(/warning +provider mine is not used: NOPE_KEY is not set/);
  expect((await runTool("config check --json", { config })).json()).toMatchObject({
    ok: true,
    warnings: config.warnings,
  });
});
