import { toBehaviour, type Settings } from "./behaviour/behaviour";
import { appliesTo } from "./behaviour/directives";
import { SettingError } from "./behaviour/settings";
import { planAnswer, type Plan } from "./playback/plan";
import { fixedReading, plainAnswer, type IncomingCall, type Reading, type WireFormat } from "./wire-format";

/** A parsed call, and its answer if no rule applies. */
export interface Prepared {
  readonly model: string;
  readonly stream: boolean;
  readonly fleeting: boolean;
  readonly plan: Plan;
  /** The plan with a rule's settings on top. */
  planWith(rule: Settings): Plan;
}

export interface Preparer {
  /** @param key Equal for equal calls: method, URL, key and body. @returns Undefined if no format knows the path. */
  prepare(key: string, readCall: () => IncomingCall): Prepared | undefined;
}

/** Answers are cached, so that a load of equal calls costs the simulator next to nothing. */
const MAX_REMEMBERED = 256;
const MAX_KEY_CHARACTERS = 16_384;

export const createPreparer = (formats: readonly WireFormat[]): Preparer => {
  const remembered = new Map<string, Prepared>();
  const read = (call: IncomingCall): Prepared | undefined => {
    for (const format of formats) {
      const reading = readWith(format, call);
      if (reading !== undefined) return toPrepared(reading, call, format);
    }
    return undefined;
  };
  return {
    prepare(key, readCall) {
      const known = remembered.get(key);
      if (known !== undefined) return known;
      const prepared = read(readCall());
      if (prepared === undefined || prepared.fleeting || key.length > MAX_KEY_CHARACTERS) return prepared;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(key, prepared);
      return prepared;
    },
  };
};

/** A prompt with an unknown directive is rejected in the format's own error form. */
const readWith = (format: WireFormat, call: IncomingCall): Reading | undefined => {
  try {
    return format.read(call);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return fixedReading(plainAnswer(400, format.errorBody(call.provider, { status: 400, message: error.message })));
  }
};

const toPrepared = (reading: Reading, { provider }: IncomingCall, format: WireFormat): Prepared => {
  const settings = reading.directives
    .filter((directive) => appliesTo(directive, provider, reading.model))
    .map((directive) => directive.settings);
  const planFor = (...rule: readonly Settings[]): Plan => {
    const behaviour = toBehaviour(...settings, ...rule);
    return planAnswer(reading.answer(behaviour), behaviour, (facts) => format.errorBody(provider, facts));
  };
  return {
    model: reading.model,
    stream: reading.stream,
    fleeting: reading.fleeting ?? false,
    plan: planFor(),
    planWith: (rule) => planFor(rule),
  };
};
