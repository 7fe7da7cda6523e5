export {
  MessageListener,
  RejectMessage,
  type MessageListenerDecorator,
  type MessageListenerOptions,
} from './message-listener.ts';
export { MessageProducer, type MessageTarget, type SendOptions } from './message-producer.ts';
export type { Message, MessageHeaders } from './message.ts';
