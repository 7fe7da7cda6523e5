import { Component, NoticeService, optional } from '@platform/plugin-sdk/core';
import { Logger } from '@platform/plugin-sdk/log';
import { MessageListener, RejectMessage, type Message } from '@platform/plugin-sdk/mq';
import { GREETING_QUEUE, type HelloGreeting } from '../message/hello-greeting.ts';

/** Receives greetings in order and sends the user a notice. */
@Component({ inject: [Logger, optional(NoticeService)] })
export class HelloGreetingListener {
  constructor(
    private readonly log: Logger,
    private readonly notices?: NoticeService,
  ) {}

  @MessageListener({ queue: GREETING_QUEUE })
  async greet({ name, userId }: HelloGreeting, message: Message): Promise<void> {
    if (name === '') throw new RejectMessage('A greeting needs a name.');
    this.log.info('Greeting taken', { name, messageId: message.id, attempt: message.attempt });
    await this.notices?.send({ users: [userId] }, { title: `Hello, ${name}!`, link: '/hello/demo' });
  }
}
