import { type CenoteError, ChurnMap, type NanoMxn } from "@cenote/core";
import { type Account, applyEntry, copyAccount, forgetEndedBudgets, forgetSpent } from "./account";
import { type Block, type Head, sealBlock } from "./block";
import { asDecided, type Command, decide, keyOfCommand, type Refusal } from "./decide";
import { type Entry, isPosting, type PostingEntry, settlementKeyOf } from "./entry";
import type { Postings } from "./postings";

/** A command on its way into the journal, and what was decided on the account as it is expected to be. */
export interface Submission {
  command: Command;
  /** The idempotency key of a command that posts. */
  readonly key: string | undefined;
  entries: readonly Entry[];
  refused: Refusal | undefined;
  /** For commands that post: the entry that stands, this one or an earlier one of the same key. */
  posted: PostingEntry | undefined;
  /** The account right after it. */
  balance: NanoMxn;
  held: NanoMxn;
  /** Those waiting for it to be durable. */
  readonly waiters: Waiter[];
}

export interface Waiter {
  resolve(): void;
  reject(error: CenoteError): void;
}

export interface Batch {
  readonly submissions: readonly Submission[];
  readonly entries: readonly Entry[];
}

/**
 * One account in memory: the committed state, and ahead of it the state after everything in the queue. All of it is
 * synchronous; committing is done elsewhere.
 */
export interface Speculation {
  readonly head: Head;
  /** The head plus everything in the queue. */
  readonly account: Account;
  readonly waiting: readonly Submission[];
  /** Decides, and queues the command unless it is a hold or a growth that changes nothing. */
  submit(command: Command): Submission;
  waitingHold(callId: string): Submission | undefined;
  /** The first commands of the queue, up to `maxEntries`. They stay in the queue until `remove`. */
  batch(maxEntries: number): Batch;
  seal(organizationId: string, batch: Batch, atMs: number): Block;
  /** Folds a sealed block of the queue's first commands into the head. */
  advance(block: Block): void;
  remove(batch: Batch): void;
  /** Decides the whole queue again, in order, after another writer moved the head or a posting was found. */
  redecide(): void;
  hasDueHold(nowMs: number): boolean;
}

export const createSpeculation = (head: Head, postings: Postings): Speculation => {
  let ahead = copyAccount(head.account);
  const queue: Submission[] = [];
  const uncommitted = new ChurnMap<string, PostingEntry>();
  const holds = new ChurnMap<string, Submission>();

  const postedUnder = (key: string | undefined): PostingEntry | undefined =>
    key === undefined ? undefined : (uncommitted.get(key) ?? postings.find(key));

  const decideAhead = (submission: Submission): void => {
    const { key, command } = submission;
    const before = postedUnder(command.type === "hold" ? settlementKeyOf(command.callId) : key);
    const decision = decide(ahead, command, before);
    submission.refused = "refused" in decision ? decision.refused : undefined;
    submission.entries = "refused" in decision ? [] : decision.entries;
    submission.posted = before;
    for (const entry of submission.entries) {
      applyEntry(ahead, entry);
      if (key === undefined || !isPosting(entry)) continue;
      submission.posted = entry;
      uncommitted.set(key, entry);
    }
    submission.balance = ahead.balance;
    submission.held = ahead.held;
  };

  return {
    head,
    get account() {
      return ahead;
    },
    waiting: queue,

    submit(command) {
      const submission: Submission = {
        command,
        key: keyOfCommand(command),
        entries: [],
        refused: undefined,
        posted: undefined,
        balance: ahead.balance,
        held: ahead.held,
        waiters: [],
      };
      decideAhead(submission);
      const changesNothing = submission.entries.length === 0;
      if (changesNothing && (command.type === "hold" || command.type === "grow")) return submission;
      if (command.type === "hold") holds.set(command.callId, submission);
      queue.push(submission);
      return submission;
    },

    waitingHold: (callId) => holds.get(callId),

    batch(maxEntries) {
      const entries: Entry[] = [];
      let count = 0;
      for (const submission of queue) {
        if (entries.length > 0 && entries.length + submission.entries.length > maxEntries) break;
        entries.push(...submission.entries);
        count++;
      }
      return { submissions: queue.slice(0, count), entries };
    },

    seal(organizationId, batch, atMs) {
      const last = batch.submissions.at(-1) ?? head.account;
      return sealBlock({ organizationId, seq: head.seq, hash: head.hash }, last, batch.entries, atMs);
    },

    advance(block) {
      for (const entry of block.entries) applyEntry(head.account, entry);
      // What the queue spends of a forgotten budget comes after this block, so it is not forgotten with it.
      forgetEndedBudgets(head.account, block, (id, spent) => {
        forgetSpent(ahead, id, spent);
      });
      postings.remember(block);
      head.seq = block.seq;
      head.hash = block.hash;
    },

    remove(batch) {
      queue.splice(0, batch.submissions.length);
      for (const submission of batch.submissions) {
        const { command, key, entries } = submission;
        if (command.type === "hold" && holds.get(command.callId) === submission) holds.delete(command.callId);
        if (key === undefined) continue;
        for (const entry of entries) if (isPosting(entry)) uncommitted.delete(key);
      }
    },

    redecide() {
      ahead = copyAccount(head.account);
      uncommitted.clear();
      for (const submission of queue) {
        submission.command = asDecided(submission.command, submission.entries);
        decideAhead(submission);
      }
    },

    hasDueHold(nowMs) {
      for (const hold of ahead.open.values()) if (hold.expiresAtMs <= nowMs) return true;
      return false;
    },
  };
};
