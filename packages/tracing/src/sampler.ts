import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";

const ratioOf = (text: string): number => {
  const ratio = text === "" ? 1 : Number(text);
  if (Number.isNaN(ratio) || ratio < 0 || ratio > 1)
    throw new Error("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");
  return ratio;
};

/**
 * The sampler from OpenTelemetry's own variables, which the SDK leaves to its user to read. Throws if a value is not
 * one of theirs.
 */
export const readSampler = ({
  OTEL_TRACES_SAMPLER: word = "",
  OTEL_TRACES_SAMPLER_ARG: argument = "",
}: Readonly<Record<string, string | undefined>>): Sampler => {
  const followsCaller = word === "" || word.startsWith("parentbased_");
  const root = (): Sampler => {
    switch (word.replace(/^parentbased_/, "")) {
      case "":
      case "always_on":
        return new AlwaysOnSampler();
      case "always_off":
        return new AlwaysOffSampler();
      case "traceidratio":
        return new TraceIdRatioBasedSampler(ratioOf(argument));
      default:
        throw new Error(
          "OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, each also with parentbased_ before it",
        );
    }
  };
  return followsCaller ? new ParentBasedSampler({ root: root() }) : root();
};
