import { simulatedSource } from "./simulated-source";
import { load } from "./testing/catalog-text";
import type { Catalog, CatalogSource } from "./types";

const catalogOf = (markup: string): Catalog =>
  load(
    `
markup: ${markup}
providers:
  openai: { kind: openai-compatible, base_url: https://openai.test/v1, api_key: \${KEY} }
  answers: { kind: openai-responses, base_url: https://openai.test/v1, api_key: \${KEY} }
  anthropic: { kind: anthropic, base_url: https://anthropic.test, api_key: \${KEY} }
`,
    {},
  );

const changingSource = (first: Catalog) => {
  let current = first;
  let closed = false;
  const listeners = new Set<(catalog: Catalog) => void>();
  const source: CatalogSource = {
    current: () => current,
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => {
      closed = true;
    },
  };
  const change = (next: Catalog) => {
    current = next;
    for (const listener of listeners) listener(next);
  };
  return { source, change, isClosed: () => closed };
};

test("each provider points to where the simulator serves its protocol", () => {
  const simulated = simulatedSource(changingSource(catalogOf("1")).source, "http://sim.test").current();
  expect([...simulated.providers.values()].map(({ baseUrl, usable }) => [baseUrl, usable])).toEqual([
    ["http://sim.test/openai/v1", true],
    ["http://sim.test/answers/v1", true],
    ["http://sim.test/anthropic", true],
  ]);
});

test("an edited catalog is simulated too, for readers and listeners, until they are removed", () => {
  const { source, change } = changingSource(catalogOf("1"));
  const simulated = simulatedSource(source, "http://sim.test");
  const heard: Catalog[] = [];
  const leave = simulated.onChange((catalog) => {
    heard.push(catalog);
  });
  change(catalogOf("2"));
  expect(heard).toEqual([simulated.current()]);
  expect(simulated.current()).toMatchObject({ markup: { units: 2n } });
  expect(simulated.current().providers.get("openai")?.usable).toBe(true);
  leave();
  change(catalogOf("3"));
  expect(heard).toHaveLength(1);
});

test("the same catalog results in the same object: nothing is built per call", () => {
  const simulated = simulatedSource(changingSource(catalogOf("1")).source, "http://sim.test");
  expect(simulated.current()).toBe(simulated.current());
});

test("closing it closes the underlying source", () => {
  const { source, isClosed } = changingSource(catalogOf("1"));
  simulatedSource(source, "http://sim.test").close();
  expect(isClosed()).toBe(true);
});
