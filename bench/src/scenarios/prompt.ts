/** A prompt of typical length; the simulator's directive fixes the answer. */
const SYSTEM =
  "You are a helpful assistant of a travel agency. Answer in the language of the question, briefly, and name your sources where you have any.";
const QUESTION =
  "We are two adults and a child of six and would like to spend four days near Valladolid in March. Which cenotes are good to swim in, and how do we get there without a car?";

export const messages = (directive: string): { readonly role: string; readonly content: string }[] => [
  { role: "system", content: SYSTEM },
  { role: "user", content: `${QUESTION} [[sim ${directive}]]` },
];
