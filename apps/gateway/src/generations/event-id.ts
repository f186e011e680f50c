/** Which event of which answer. */
export interface EventPlace {
  readonly requestId: string;
  /** From 0. */
  readonly index: number;
}

const EVENT_ID = /^(req_[0-9a-f]{24})\.(\d{1,9})$/;

/** `req_<24 hex>.<index>`: what a caller names an event by. */
export const formatEventId = ({ requestId, index }: EventPlace): string => `${requestId}.${index}`;

/** @returns Undefined where it is no event id. */
export const parseEventId = (text: string): EventPlace | undefined => {
  const [, requestId, index] = EVENT_ID.exec(text) ?? [];
  return requestId === undefined ? undefined : { requestId, index: Number(index) };
};
