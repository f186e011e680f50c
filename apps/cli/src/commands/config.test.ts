import { runTool } from "../__fixtures__/run-tool";

test("a good file is told with what it holds", async () => {
  const { exitCode, json } = await runTool("config check --json", { config: { path: "cenote.yaml", mistakes: [], providers: 8, models: 30 } });
  expect(exitCode).toBe(0);
  expect(json()).toEqual({ ok: true, path: "cenote.yaml", providers: 8, models: 30 });
});

test("every mistake is told at once, on standard error, with 1", async () => {
  const mistakes = ["models[0].price_usd: missing", "markup: not a decimal number"];
  const { exitCode, out, err } = await runTool("config check --json", { config: { path: "cenote.yaml", mistakes, providers: 0, models: 0 } });
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
  for (const mistake of mistakes) expect(err).toContain(mistake);
});
