import { Field, InputType, Int, registerEnumType } from "type-graphql";

@InputType({ description: "Allows a stored answer to the same input of the organization." })
export class AnswerCacheInput {
  @Field(() => Int, {
    description:
      "Maximum age of a stored answer in seconds, from 1 to 2592000 (30 days). A new answer is stored for as long.",
  })
  seconds!: number;

  @Field(() => Boolean, {
    nullable: true,
    description: "If true, no stored answer is used, and the new answer replaces it.",
  })
  refresh?: boolean | null;
}

/** The argument of every call whose answer may be cached. */
export const ANSWER_CACHE = {
  nullable: true,
  description: "Uses a stored answer if there is one; it costs nothing. If absent, the answer is always new.",
} as const;

export const CacheResult = { HIT: "hit", MISS: "miss", BYPASS: "bypass" } as const;
export type CacheResult = (typeof CacheResult)[keyof typeof CacheResult];

registerEnumType(CacheResult, {
  name: "CacheResult",
  description: "Whether a stored answer was used.",
  valuesConfig: {
    HIT: { description: "A stored answer was used. It cost nothing." },
    MISS: { description: "There was none, so the answer is new." },
    BYPASS: {
      description: "Stored answers were neither read nor written, because of zero data retention or a client token.",
    },
  },
});

export const CACHE_RESULT = {
  nullable: true,
  description: "Whether a stored answer was used; null without the argument `cache`.",
} as const;
