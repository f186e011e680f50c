import type { Speculation } from "./speculation";

export interface AccountInMemoryOptions {
  readonly open: () => Promise<Speculation>;
  /** Called in the same turn in which the account becomes `current`. */
  readonly onOpened: () => void;
}

/** The account of one organization, opened on first use and again after `forget`. */
export interface AccountInMemory {
  /** Undefined until it is opened. */
  readonly current: Speculation | undefined;
  readonly isOpening: boolean;
  /**
   * Calls `run` with the account: synchronously if it is in memory, which is the common case; otherwise as soon as it
   * is open. `run` must not be put off until after an `await`, because a failed commit may drop the account at any
   * time. Rejects if the account can't be opened.
   */
  use<T>(run: (account: Speculation) => T): T | Promise<Awaited<T>>;
  forget(): void;
  /** Resolves when no opening is under way, whether or not it succeeded. */
  opened(): Promise<void>;
}

export const createAccountInMemory = (options: AccountInMemoryOptions): AccountInMemory => {
  let current: Speculation | undefined;
  let opening: Promise<void> | undefined;

  const open = async (): Promise<void> => {
    current = await options.open();
    options.onOpened();
  };

  const onceOpen = async <T>(run: (account: Speculation) => T): Promise<Awaited<T>> => {
    for (;;) {
      if (current !== undefined) return await run(current);
      await (opening ??= open().finally(() => {
        opening = undefined;
      }));
    }
  };

  return {
    get current() {
      return current;
    },
    get isOpening() {
      return opening !== undefined;
    },
    use: (run) => (current === undefined ? onceOpen(run) : run(current)),
    forget() {
      current = undefined;
    },
    async opened() {
      await opening?.catch(() => {});
    },
  };
};
