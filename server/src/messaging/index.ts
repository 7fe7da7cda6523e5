export type { BrokerStatus, Consumer, Consumption, Delivery, Outcome, QueueCounts } from './broker/broker.ts';
export { Messaging, MESSAGING } from './messaging.ts';
export { messagingModule } from './module.ts';
