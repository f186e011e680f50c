import { type CenoteError, ChurnMap, type NanoMxn } from "@cenote/core";
import { type AccountState, applyEntry, copyState, forgetEndedBudgets, forgetSpent } from "./account-state";
import { type Block, type Head, sealBlock } from "./block";
import { asDecided, type Command, decide, keyOfCommand, type Refusal } from "./decide";
import { type Entry, isPosting, type PostingEntry, settlementKeyOf } from "./entry";
import type { Postings } from "./postings";

/** A command on its way into the journal, and how it was decided on the pending state. */
export interface Submission {
  command: Command;
  /** The idempotency key of a command that posts. */
  readonly key: string | undefined;
  entries: readonly Entry[];
  refused: Refusal | undefined;
  /** For commands that post: the entry under their key, either this command's or an earlier one. */
  posted: PostingEntry | undefined;
  /** The pending state right after the command. */
  balance: NanoMxn;
  held: NanoMxn;
  /** Callers that wait until the command is durable. */
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
 * One account in memory: the committed head, the queue of commands that wait for a commit, and the pending state, which
 * is the committed state plus the queue. Everything here is synchronous; the block writer commits.
 */
export interface OpenAccount {
  /** Committed. */
  readonly head: Head;
  /** The committed state plus everything in the queue. */
  readonly pendingState: AccountState;
  readonly queue: readonly Submission[];
  /** Decides the command on the pending state. Queues it unless it is a hold or a growth that changes nothing. */
  submit(command: Command): Submission;
  queuedHold(callId: string): Submission | undefined;
  /** The first commands of the queue, up to `maxEntries`. They stay in the queue until `remove`. */
  batch(maxEntries: number): Batch;
  seal(organizationId: string, batch: Batch, atMs: number): Block;
  /** Applies a committed block of the queue's first commands to the head. */
  advance(block: Block): void;
  remove(batch: Batch): void;
  /** Decides the whole queue again, in order: needed when another writer moved the head or a posting was found. */
  redecide(): void;
  hasDueHold(nowMs: number): boolean;
}

export const createOpenAccount = (head: Head, postings: Postings): OpenAccount => {
  let pendingState = copyState(head.state);
  const queue: Submission[] = [];
  const uncommitted = new ChurnMap<string, PostingEntry>();
  const queuedHolds = new ChurnMap<string, Submission>();

  const postedUnder = (key: string | undefined): PostingEntry | undefined =>
    key === undefined ? undefined : (uncommitted.get(key) ?? postings.find(key));

  const decidePending = (submission: Submission): void => {
    const { key, command } = submission;
    const before = postedUnder(command.type === "hold" ? settlementKeyOf(command.callId) : key);
    const decision = decide(pendingState, command, before);
    submission.refused = "refused" in decision ? decision.refused : undefined;
    submission.entries = "refused" in decision ? [] : decision.entries;
    submission.posted = before;
    for (const entry of submission.entries) {
      applyEntry(pendingState, entry);
      if (key === undefined || !isPosting(entry)) continue;
      submission.posted = entry;
      uncommitted.set(key, entry);
    }
    submission.balance = pendingState.balance;
    submission.held = pendingState.held;
  };

  return {
    head,
    get pendingState() {
      return pendingState;
    },
    queue,

    submit(command) {
      const submission: Submission = {
        command,
        key: keyOfCommand(command),
        entries: [],
        refused: undefined,
        posted: undefined,
        balance: pendingState.balance,
        held: pendingState.held,
        waiters: [],
      };
      decidePending(submission);
      const changesNothing = submission.entries.length === 0;
      if (changesNothing && (command.type === "hold" || command.type === "grow")) return submission;
      if (command.type === "hold") queuedHolds.set(command.callId, submission);
      queue.push(submission);
      return submission;
    },

    queuedHold: (callId) => queuedHolds.get(callId),

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
      const last = batch.submissions.at(-1) ?? head.state;
      return sealBlock({ organizationId, seq: head.seq, hash: head.hash }, last, batch.entries, atMs);
    },

    advance(block) {
      for (const entry of block.entries) applyEntry(head.state, entry);
      // Commands in the queue come after this block: what they spend of a forgotten budget is kept.
      forgetEndedBudgets(head.state, block, (id, spent) => {
        forgetSpent(pendingState, id, spent);
      });
      postings.remember(block);
      head.seq = block.seq;
      head.hash = block.hash;
    },

    remove(batch) {
      queue.splice(0, batch.submissions.length);
      for (const submission of batch.submissions) {
        const { command, key, entries } = submission;
        if (command.type === "hold" && queuedHolds.get(command.callId) === submission)
          queuedHolds.delete(command.callId);
        if (key === undefined) continue;
        for (const entry of entries) if (isPosting(entry)) uncommitted.delete(key);
      }
    },

    redecide() {
      pendingState = copyState(head.state);
      uncommitted.clear();
      for (const submission of queue) {
        submission.command = asDecided(submission.command, submission.entries);
        decidePending(submission);
      }
    },

    hasDueHold(nowMs) {
      for (const hold of pendingState.openHolds.values()) if (hold.expiresAtMs <= nowMs) return true;
      return false;
    },
  };
};
