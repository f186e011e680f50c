import { isInserted } from "@cenote/mongo";
import type { mongo } from "mongoose";
import type { UsageDays } from "../ledger/store";
import { READING, WRITING } from "./ledger-concerns";
import {
  toUsageDay,
  toUsageDayByModel,
  toUsageDayCalls,
  toUsageDayDocument,
  type UsageDayDocument,
  usageDayId,
} from "./ledger-documents";

const DAYS_PER_READ = 31;
const CALLS_OF_DAY = {
  org: 1,
  day: 1,
  through_seq: 1,
  rows: 1,
  "keys.key_id": 1,
  "keys.calls": 1,
  "keys.failed_calls": 1,
} as const;

export const createMongoUsageDays = (usageDays: mongo.Collection<UsageDayDocument>): UsageDays => ({
  async readUsageDays(organizationId, fromDay, toDay) {
    const days = usageDays.find(daysBetween(organizationId, fromDay, toDay), { ...READING, sort: { _id: 1 } });
    return (await days.toArray()).map(toUsageDay);
  },
  async readUsageDaysByModel(organizationId, fromDay, toDay) {
    const days = usageDays.find(daysBetween(organizationId, fromDay, toDay), {
      ...READING,
      sort: { _id: 1 },
      projection: { keys: 0 },
    });
    return (await days.toArray()).map(toUsageDayByModel);
  },
  async *usageDayCalls(organizationId, fromDay, toDay) {
    const days = usageDays.find(daysBetween(organizationId, fromDay, toDay), {
      ...READING,
      sort: { _id: -1 },
      batchSize: DAYS_PER_READ,
      projection: CALLS_OF_DAY,
    });
    for await (const day of days) yield toUsageDayCalls(day);
  },
  async usageDayEnds(organizationId) {
    const ends = usageDays.find({ org: organizationId }, { ...READING, projection: { day: 1, through_seq: 1 } });
    return (await ends.toArray()).map(({ day, through_seq: throughSeq }) => ({ day, throughSeq }));
  },
  async projectedSeq(organizationId) {
    const newest = { ...READING, sort: { through_seq: -1 }, projection: { through_seq: 1 } } as const;
    return (await usageDays.findOne({ org: organizationId }, newest))?.through_seq ?? 0;
  },
  async writeUsageDay(usage, expectedThroughSeq) {
    const document = toUsageDayDocument(usage);
    const { _id, through_seq, rows, keys } = document;
    if (expectedThroughSeq !== undefined) {
      const guard = { _id, through_seq: expectedThroughSeq };
      return (await usageDays.updateOne(guard, { $set: { through_seq, rows, keys } }, WRITING)).matchedCount === 1;
    }
    return isInserted(usageDays.insertOne(document, WRITING));
  },
  async advanceUsageDay({ organizationId, day, throughSeq }, expectedThroughSeq) {
    const guard = { _id: usageDayId(organizationId, day), through_seq: expectedThroughSeq };
    return (await usageDays.updateOne(guard, { $set: { through_seq: throughSeq } }, WRITING)).matchedCount === 1;
  },
});

/** A single day, as the projection needs it, is read by its id: for a range, SecantusDB scans all days. */
const daysBetween = (organizationId: string, fromDay: string, toDay: string) => {
  const first = usageDayId(organizationId, fromDay);
  return {
    _id: fromDay === toDay ? first : { $gte: first, $lte: usageDayId(organizationId, toDay) },
    org: organizationId,
  };
};
