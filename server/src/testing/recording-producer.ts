import { MessageProducer, type MessageTarget, type SendOptions } from '@platform/plugin-sdk/mq';
import type { RecordedMessage } from '@platform/plugin-sdk/testing';

/** Notes what is sent, and sends it. */
export class RecordingProducer extends MessageProducer {
  readonly #messages: RecordedMessage[];
  readonly #producer: () => MessageProducer;

  constructor(messages: RecordedMessage[], producer: () => MessageProducer) {
    super();
    this.#messages = messages;
    this.#producer = producer;
  }

  override async send(target: MessageTarget, body: unknown, options?: SendOptions): Promise<string> {
    const id = await this.#producer().send(target, body, options);
    this.#messages.push({ target, body });
    return id;
  }
}
