import type { OpenAccount } from "./open-account";

export interface LazyAccountOptions {
  readonly open: () => Promise<OpenAccount>;
  /** Called in the same turn in which the account becomes `current`. */
  readonly onOpened: () => void;
}

/** The account of one organization: opened on first use, and again after `forget`. */
export interface LazyAccount {
  /** Undefined until the account is open. */
  readonly current: OpenAccount | undefined;
  readonly isOpening: boolean;
  /**
   * Calls `run` with the open account: synchronously in the common case, otherwise once the account is open. `run` must
   * use the account before its first `await`, because a failed commit may drop the account at any time. Rejects if the
   * account can't be opened.
   */
  use<T>(run: (account: OpenAccount) => T): T | Promise<Awaited<T>>;
  forget(): void;
  /** Resolves when no opening is in progress, whether or not the last one succeeded. */
  opened(): Promise<void>;
}

export const createLazyAccount = (options: LazyAccountOptions): LazyAccount => {
  let current: OpenAccount | undefined;
  let opening: Promise<void> | undefined;

  const open = async (): Promise<void> => {
    current = await options.open();
    options.onOpened();
  };

  const onceOpen = async <T>(run: (account: OpenAccount) => T): Promise<Awaited<T>> => {
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
