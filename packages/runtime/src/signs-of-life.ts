import { type Clock, systemClock } from "@cenote/core";

/** Sends a message to the parent process. With `done`, an error in sending does not end this process. */
export type TellParent = (
  message: { readonly ready: string } | { readonly alive: true },
  handle: undefined,
  options: undefined,
  done: () => void,
) => unknown;

const EVERY_MS = 2_000;

/** Sends the parent a message every two seconds, as long as the event loop of this process runs. */
export const giveSignsOfLife = (tell: TellParent, clock: Clock = systemClock): void => {
  const sendSign = () => {
    tell({ alive: true }, undefined, undefined, () => {});
    clock.setTimer(sendSign, EVERY_MS);
  };
  sendSign();
};
