export type { Consumer, Consumption, Delivery, Outcome } from './broker/broker.ts';
export { Messaging, MESSAGING } from './messaging.ts';
export { messagingModule } from './module.ts';
