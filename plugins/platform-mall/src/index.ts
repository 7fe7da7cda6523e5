/** Exports for other applications. */
export { OrderPaidEvent, OrderRefundedEvent } from './event/order-events.ts';
