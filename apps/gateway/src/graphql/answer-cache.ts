import { Field, InputType, Int, registerEnumType } from "type-graphql";

@InputType({ description: "Which stored answers to the same input of the organization will do." })
export class AnswerCacheInput {
  @Field(() => Int, {
    description: "At most this old, from 1 to 2592000 (30 days). A new answer is kept for as long.",
  })
  seconds!: number;

  @Field(() => Boolean, { nullable: true, description: "None: the new answer takes their place." })
  refresh?: boolean | null;
}

/** The argument of every call whose answer may be cached. */
export const ANSWER_CACHE = {
  nullable: true,
  description: "Take a stored answer, which costs nothing, if there is one. Without it every answer is a new one.",
} as const;

export const CacheResult = { HIT: "hit", MISS: "miss", BYPASS: "bypass" } as const;
export type CacheResult = (typeof CacheResult)[keyof typeof CacheResult];

registerEnumType(CacheResult, {
  name: "CacheResult",
  description: "What a call that asked for a stored answer found.",
  valuesConfig: {
    HIT: { description: "A stored answer, which cost nothing." },
    MISS: { description: "None: this is a new one." },
    BYPASS: { description: "Zero data retention, or a client token: stored answers are neither read nor written." },
  },
});

export const CACHE_RESULT = {
  nullable: true,
  description: "What was found, if `cache` was given.",
} as const;
