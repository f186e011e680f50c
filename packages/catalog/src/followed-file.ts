import type { Clock, Timer } from "@cenote/core";
import { type FSWatcher, statSync, watch as watchPath } from "node:fs";
import { basename, dirname } from "node:path";
import { readIfThere } from "./load-catalog";

const LOOK_EVERY_MS = 1_000;
/** A changed file is read once it has not changed for this long, because editors write in several steps. */
const QUIET_MS = 100;

/** Calls back when the file may have changed; undefined if the file system can't be watched. */
export type WatchFile = (path: string, onEvent: () => void) => { close(): void } | undefined;

export interface FileFollower {
  /** Called before each check of the file, which happens every second and after each event. */
  onLook(): void;
  /** The file was written; its text may be unchanged. */
  onText(text: string): void;
  onGone(): void;
  /** Called once per outage of the file. */
  onUnreadable(error: unknown): void;
}

export interface FollowedFile {
  /** Its text when it was opened; undefined if it did not exist. */
  readonly text: string | undefined;
  follow(follower: FileFollower): void;
  /** Whether the file was missing or unreadable at the last check. */
  isAway(): boolean;
  close(): void;
}

export interface FollowedFileOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly watch?: WatchFile | undefined;
}

/** Changes with every write, rename, replacement or change of permissions; empty if there is no file. */
const signatureOf = (path: string): string => {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch {
    return "";
  }
};

/**
 * Watches the folder, because editors replace the file. Changes that can't be watched are found by the check every
 * second.
 */
const watchFolder = (path: string, onEvent: () => void): FSWatcher | undefined => {
  try {
    const watcher = watchPath(dirname(path), { persistent: false }, (_event, name) => {
      if (name === basename(path)) onEvent();
    });
    watcher.on("error", () => {
      watcher.close();
    });
    return watcher;
  } catch {
    return undefined;
  }
};

/** Reads a file, which may be missing, and follows its changes. Throws if it can't be read. */
export const openFollowedFile = ({ path, clock, watch = watchFolder }: FollowedFileOptions): FollowedFile => {
  // Taken before the file is read, so that the next check finds an edit made in between.
  let read = signatureOf(path);
  const text = readIfThere(path);
  let timer: Timer | undefined;
  let watcher: { close(): void } | undefined;
  let unreadable = false;
  let gone = false;

  const wait = (then: () => void, delayMs: number) => {
    timer?.cancel();
    timer = clock.setTimer(then, delayMs);
  };

  return {
    text,
    follow(follower) {
      const look = () => {
        follower.onLook();
        const now = signatureOf(path);
        if (now === read) wait(look, LOOK_EVERY_MS);
        else
          wait(() => {
            settle(now);
          }, QUIET_MS);
      };

      const settle = (signature: string) => {
        if (signatureOf(path) !== signature) {
          look();
          return;
        }
        gone = signature === "";
        if (gone) follower.onGone();
        else if (!readAnew()) {
          // The cause may disappear without a change of the file.
          wait(() => {
            settle(signature);
          }, LOOK_EVERY_MS);
          return;
        }
        read = signature;
        look();
      };

      /** @returns Whether the file's current state was read. */
      const readAnew = (): boolean => {
        let next: string | undefined;
        try {
          next = readIfThere(path);
        } catch (error) {
          if (!unreadable) follower.onUnreadable(error);
          unreadable = true;
          return false;
        }
        unreadable = false;
        if (next !== undefined) follower.onText(next);
        return true;
      };

      wait(look, LOOK_EVERY_MS);
      watcher = watch(path, () => {
        wait(look, 0);
      });
    },
    isAway: () => unreadable || gone,
    close() {
      timer?.cancel();
      watcher?.close();
    },
  };
};
