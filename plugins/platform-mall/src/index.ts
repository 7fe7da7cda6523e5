/** What other applications may use. */
export { OrderPaidEvent, OrderRefundedEvent } from './event/order-events.ts';
