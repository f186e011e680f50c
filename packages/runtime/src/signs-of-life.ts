import { type Clock, systemClock } from "@cenote/core";

/** Tells the parent process something. `done` is there for errors, which would end this process without it. */
export type TellParent = (
  message: { readonly ready: string } | { readonly alive: true },
  handle: undefined,
  options: undefined,
  done: () => void,
) => unknown;

const EVERY_MS = 2_000;

/** Tells the parent regularly that this process's event loop turns: one that is stopped or caught in a loop is silent. */
export const giveSignsOfLife = (tell: TellParent, clock: Clock = systemClock): void => {
  const sign = () => {
    tell({ alive: true }, undefined, undefined, () => {});
    clock.setTimer(sign, EVERY_MS);
  };
  sign();
};
