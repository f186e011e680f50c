import { createRandom, seedOf } from "./random";

/** Some contain two-byte letters, to catch readers that split a character. */
const WORDS = (
  "water stone light river forest morning cloud garden window paper silver market bridge summer story number island circle " +
  "letter music winter village harbor mountain shadow signal pattern engine copper thread lantern meadow compass anchor " +
  "the a of in and with under over between through toward after before while where when each every some many few " +
  "opens keeps follows carries finds turns holds gives makes shows brings leaves returns crosses answers gathers " +
  "clear deep quiet bright narrow ancient hidden steady gentle simple open certain distant warm slow small whole " +
  "cenote selva después niño jardín corazón montaña también río mañana piedra camino canción árbol pequeño rápido"
).split(" ");

const WORD = /\s*\S+|\s+$/g;
const MAX_ECHOED_WORDS = 8;
const SHORTEST_TEXT_WORDS = 24;
const TEXT_WORDS_SPREAD = 24;
const SENTENCE_WORDS = 9;

/** The text in pieces of one word each, with the white space before it. */
export const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

/** The same prompt gives the same text: the question, then meaningless words. @param length In words. */
export const pseudoText = (prompt: string, length?: number): string => {
  const random = createRandom(seedOf(prompt));
  const wanted = length ?? SHORTEST_TEXT_WORDS + random.below(TEXT_WORDS_SPREAD);
  const asked = prompt
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MAX_ECHOED_WORDS);
  const words = asked.length > 0 ? ["You", "said:", ...asked] : [];
  if (words.length > 0) words.push("—");
  words.length = Math.min(words.length, wanted);
  for (let place = 0; words.length < wanted; place++)
    words.push(wordAt(place, random.below(WORDS.length), words.length === wanted - 1));
  return words.join(" ");
};

const wordAt = (place: number, pick: number, last: boolean): string => {
  const word = WORDS[pick] ?? "";
  const inSentence = place % SENTENCE_WORDS;
  const cased = inSentence === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  return inSentence === SENTENCE_WORDS - 1 || last ? `${cased}.` : cased;
};
