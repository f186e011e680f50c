import { readSampler } from "./sampler";

test.each([
  [{}, /ParentBased\{root=AlwaysOnSampler/],
  [{ OTEL_TRACES_SAMPLER: "always_off" }, /^AlwaysOffSampler$/],
  [{ OTEL_TRACES_SAMPLER: "always_on" }, /^AlwaysOnSampler$/],
  [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" }, /^TraceIdRatioBased\{0\.25\}$/],
  [
    { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" },
    /ParentBased\{root=TraceIdRatioBased\{0\.1\}/,
  ],
  [{ OTEL_TRACES_SAMPLER: "parentbased_always_off" }, /ParentBased\{root=AlwaysOffSampler/],
])("%j", (env, expected) => {
  expect(readSampler(env).toString()).toMatch(expected);
});

test.each([
  [{ OTEL_TRACES_SAMPLER: "sometimes" }, "OTEL_TRACES_SAMPLER must be"],
  [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" }, "OTEL_TRACES_SAMPLER_ARG must be"],
  [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "half" }, "OTEL_TRACES_SAMPLER_ARG must be"],
])("rejects %j", (env, expected) => {
  expect(() => readSampler(env)).toThrow(expected);
});
