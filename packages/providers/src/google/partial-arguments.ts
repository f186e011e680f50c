import { textOf } from "../json-fields";
import type { WirePartialArg } from "./wire-types";

/** Assembles the arguments of a call from pieces, each of which addresses a place in the object. */
export interface PartialArguments {
  add(piece: WirePartialArg): void;
  /** The arguments so far, as JSON. */
  json(): string;
}

type Step = string | number;

/** Most items in all arrays of one call, gaps included, since a piece with a high index would make many. */
const MAX_ITEMS = 10_000;
/** Most levels of nesting. */
const MAX_DEPTH = 64;
const STEP = /\.?([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/gy;

/** Splits a path such as `$.a.b[0]['c d']` into steps. @returns Undefined if it is invalid or above the limits. */
const toSteps = (path: string): Step[] | undefined => {
  const steps: Step[] = [];
  let end = 1;
  STEP.lastIndex = end;
  for (let match = STEP.exec(path); match !== null; match = STEP.exec(path)) {
    const [, name, index, single, double] = match;
    steps.push(index === undefined ? (name ?? (single ?? double ?? "").replace(/\\(.)/g, "$1")) : Number(index));
    end = STEP.lastIndex;
  }
  return path.startsWith("$") &&
    end === path.length &&
    steps.length <= MAX_DEPTH &&
    !steps.some((step) => typeof step === "number" && step >= MAX_ITEMS)
    ? steps
    : undefined;
};

type Container = Record<Step, unknown>;

const isContainer = (value: unknown): value is Container => typeof value === "object" && value !== null;

/** Objects have no prototype, so that `__proto__` is a name like any other. */
const containerFor = (step: Step | undefined): Container =>
  (typeof step === "number" ? [] : Object.create(null)) as Container;

const valueOf = ({ stringValue, numberValue, boolValue, nullValue }: WirePartialArg): unknown => {
  if (nullValue !== undefined && nullValue !== null) return null;
  return stringValue ?? numberValue ?? boolValue ?? undefined;
};

export const createPartialArguments = (): PartialArguments => {
  const root = containerFor("");
  let items = 0;

  /** Whether the step may be set. An array takes only indexes, since a name such as `length` would change it. */
  const hasRoom = (place: Container, step: Step): boolean => {
    if (!Array.isArray(place)) return true;
    if (typeof step !== "number") return false;
    const more = Math.max(0, step + 1 - place.length);
    if (items + more > MAX_ITEMS) return false;
    items += more;
    return true;
  };

  /** @returns Undefined if there is no such place. */
  const placeOf = (steps: readonly Step[]): Container | undefined => {
    let place = root;
    for (const [depth, step] of steps.slice(0, -1).entries()) {
      if (!hasRoom(place, step)) return undefined;
      const inner = place[step];
      place = isContainer(inner) ? inner : (place[step] = containerFor(steps[depth + 1]));
    }
    return place;
  };

  return {
    add(piece) {
      const path = textOf(piece.jsonPath);
      // An empty array is sent as a path that ends with `[]`.
      const isArray = path.endsWith("[]");
      const steps = toSteps(isArray ? path.slice(0, -2) : path);
      const last = steps?.at(-1);
      if (steps === undefined || last === undefined) return;
      const place = placeOf(steps);
      if (place === undefined || !hasRoom(place, last)) return;
      const before = place[last];
      const value = valueOf(piece);
      if (value === undefined) place[last] = before ?? containerFor(isArray ? 0 : "");
      else place[last] = typeof value === "string" && typeof before === "string" ? before + value : value;
    },
    json: () => JSON.stringify(root),
  };
};
