export { readCallbackUrl } from "./callback-url";
export { eventJson } from "./event-json";
export { CALLBACK_PAUSES_MS } from "./pauses";
export { type Callback, createCallbackSender, type SendCallback } from "./send-callback";
export { callbackSecret } from "./signature";
export { withDeliveryCounts } from "./with-delivery-counts";
