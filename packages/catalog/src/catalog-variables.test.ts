import { CHAT, load, modelOf, told, withModel } from "./testing/catalog-text";
import type { Environment } from "./variables";

describe("environment variables", () => {
  const provider = (line: string, env: Environment) =>
    load(`providers:\n  p: { kind: openai-compatible, base_url: http://p.test, ${line} }`, env).providers.get("p");

  test("a provider whose key is not set is listed but not usable", () => {
    expect(provider("api_key: ${KEY}", {})).toMatchObject({ apiKeys: [], usable: false });
    expect(provider("api_key: ${KEY}", { KEY: "" })).toMatchObject({ apiKeys: [], usable: false });
    expect(provider("api_key: ${KEY}", { KEY: "k" })).toMatchObject({ apiKeys: ["k"], usable: true });
  });

  test("blanks around a value are no part of it, and a blank value is none", () => {
    expect(provider("api_key: ${KEY}", { KEY: " sk-1\r\n" })).toMatchObject({ apiKeys: ["sk-1"], usable: true });
    expect(provider("api_key: ${KEY}", { KEY: " \n" })).toMatchObject({ apiKeys: [], usable: false });
    expect(provider("api_key: ${KEY:-spare}", { KEY: " " })).toMatchObject({ apiKeys: ["spare"], usable: true });
  });

  test("only the set keys of a list count", () => {
    expect(provider("api_key: [${A}, ${B}, ${C}]", { A: "a", C: "c" })).toMatchObject({
      apiKeys: ["a", "c"],
      usable: true,
    });
    expect(provider("api_key: [${A}]", {})).toMatchObject({ apiKeys: [], usable: false });
    expect(provider('api_key: ["${A}:${B}", "${C}:${D}"]', { A: "a", B: "b", C: "c" })).toMatchObject({
      apiKeys: ["a:b"],
      usable: true,
    });
    expect(provider('api_key: "${A}:${B}"', { A: "a" })).toMatchObject({ apiKeys: [], usable: false });
  });

  test("a provider without `api_key` needs none, and an empty default makes a key optional", () => {
    expect(provider("zdr: true", {})).toMatchObject({ apiKeys: [], usable: true, zdr: true });
    expect(provider("api_key: ${KEY:-}", {})).toMatchObject({ apiKeys: [], usable: true });
    expect(provider("api_key: ${KEY:-}", { KEY: "k" })).toMatchObject({ apiKeys: ["k"], usable: true });
    expect(provider("api_key: ${KEY:-spare}", {})).toMatchObject({ apiKeys: ["spare"], usable: true });
  });

  test("an unset variable in an address or header makes the provider unusable", () => {
    const azure = "providers: { az: { kind: openai-compatible, base_url: https://${RESOURCE}.test/v1 } }";
    expect(load(azure, {}).providers.get("az")?.usable).toBe(false);
    expect(load(azure, { RESOURCE: "mx" }).providers.get("az")).toMatchObject({
      usable: true,
      baseUrl: "https://mx.test/v1",
    });
    expect(provider("headers: { x-team: ${TEAM} }", {})?.usable).toBe(false);
  });

  test("so does one in an option of its package", () => {
    const far =
      'providers: { far: { kind: ai-sdk, package: "@ai-sdk/far", options: { region: eu, secretAccessKey: "${SECRET}" } } }';
    expect(load(far, {}).providers.get("far")?.usable).toBe(false);
    expect(load(far, { SECRET: "s" }).providers.get("far")).toMatchObject({
      usable: true,
      sdk: { package: "@ai-sdk/far", create: undefined, options: { region: "eu", secretAccessKey: "s" } },
    });
  });

  test("the value of a variable never changes the YAML around it", () => {
    const env = { KEY: 'x", usable: true }\nmodels: []\n#' };
    const far = 'providers: { far: { kind: ai-sdk, package: "@ai-sdk/far", options: { secret: ${KEY} } } }';
    expect(load(far, env).providers.get("far")).toMatchObject({ sdk: { options: { secret: env.KEY } } });
    expect(
      load('providers:\n  p:\n    kind: openai-compatible\n    base_url: http://p.test\n    api_key: "a-${KEY}"', {
        KEY: "1",
      }).providers.get("p")?.apiKeys,
    ).toEqual(["a-1"]);
  });

  test("a `${` that begins no variable is a mistake, not a text that is sent to a provider", () => {
    const of = (key: string) =>
      told(`providers:\n  p: { kind: openai-compatible, base_url: http://p.test, api_key: "${key}" }`);
    const expected = [
      "2: providers.p.api_key has a ${ that begins no variable: write ${NAME}, or ${NAME:-text} with a default",
    ];
    expect(of("${KEY")).toEqual(expected);
    expect(of("${}")).toEqual(expected);
    expect(of("${MY-KEY}")).toEqual(expected);
    expect(of("${KEY:-${OTHER}}")).toEqual(expected);
    expect(of("a$b{c}")).toEqual([]);
  });

  test("a key or header that HTTP can't carry is a mistake, reported without its value", () => {
    const sent = (env: Environment) =>
      told(
        `providers:
  p:
    kind: openai-compatible
    base_url: http://p.test
    api_key: [one, "\${KEY:-two}"]
    headers: { x-team: "\${TEAM:-us}" }
  q: { kind: google, extends: p }`,
        env,
      );
    const why = "has a character that no header can carry: a line end, or one outside of Latin-1";
    expect(sent({ KEY: "sk–1" })).toEqual([`5: providers.p.api_key[1] ${why} (from KEY in the environment)`]);
    expect(sent({ TEAM: "a\nb" })).toEqual([`6: providers.p.headers.x-team ${why} (from TEAM in the environment)`]);
    expect(sent({ KEY: "clé", TEAM: "a b" })).toEqual([]);
  });

  test("a value is a number or a flag where one is needed, and text everywhere else", () => {
    const text = `
key_prefix: \${PREFIX}
limits: { requests_per_minute: \${RPM}, body_mib: "\${MIB:-30}" }
graphql: { introspection: \${ON} }
${withModel(CHAT)}    context_tokens: \${CONTEXT}
`;
    const env = { PREFIX: "true", RPM: "1200", ON: "false", CONTEXT: "8000" };
    const catalog = load(text, env);
    expect(catalog.limits).toMatchObject({ requestsPerMinute: 1_200, bodyMib: 30 });
    expect([catalog.keyPrefix, catalog.graphql.introspection]).toEqual(["true", false]);
    expect(modelOf(catalog, "chat")?.contextTokens).toBe(8_000);
    expect(provider("api_key: ${KEY}", { KEY: "123" })?.apiKeys).toEqual(["123"]);
    expect(told(text, { ...env, RPM: "0", ON: "off", CONTEXT: "8k" })).toEqual([
      "3: limits.requests_per_minute must be a whole number of at least 1",
      "4: graphql.introspection must be true or false",
      "13: models[0].context_tokens must be a whole number of at least 1",
    ]);
  });

  test("anywhere else a variable must be set", () => {
    expect(told("extends: default\npublic_url: ${PUBLIC_URL}")).toEqual([
      "2: public_url needs the environment variable PUBLIC_URL, which is not set",
    ]);
    expect(told("extends: default\nstorage: { kind: s3, bucket: ${BUCKET}, region: r }")).toEqual([
      "2: storage.bucket needs the environment variable BUCKET, which is not set",
    ]);
  });
});
