import { invalidField } from "@cenote/core";
import type { FastifyRequest } from "fastify";
import { type EventPosition, parseEventId } from "../../resumable-answers/event-id";

export const LAST_EVENT_ID = "Last-Event-ID";

/** Whether `Last-Event-ID` is given. An empty one counts as absent: readers send it if they got no id. */
export const hasLastEventId = ({ headers }: Pick<FastifyRequest, "headers">): boolean =>
  (headers["last-event-id"] ?? "") !== "";

/**
 * The position that `Last-Event-ID` names; undefined without it. Errors: invalid_request_error that names the header.
 */
export const lastEventIdOf = (request: Pick<FastifyRequest, "headers">): EventPosition | undefined => {
  if (!hasLastEventId(request)) return undefined;
  const given = request.headers["last-event-id"];
  const place = typeof given === "string" ? parseEventId(given) : undefined;
  if (place === undefined) throw invalidField(LAST_EVENT_ID, "the `id` of an event of a resumable stream.");
  return place;
};
