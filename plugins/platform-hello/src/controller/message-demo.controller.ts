import { LoginHelper } from '@platform/plugin-sdk/auth';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import { BaseController, Controller, Post, Type, type Ctx } from '@platform/plugin-sdk/web';
import { GREETING_QUEUE, type HelloGreeting } from '../message/hello-greeting.ts';

const greetSchema = { body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) }) };

/** Work after the response: sends a message to a listener. */
@Controller('/hello/demo/message', { inject: [MessageProducer, LoginHelper] })
export class MessageDemoController extends BaseController {
  constructor(
    private readonly messages: MessageProducer,
    private readonly login: LoginHelper,
  ) {
    super();
  }

  @Post('/greet', { schema: greetSchema, summary: 'Send a greeting; it comes back as a notice' })
  async greet({ body }: Ctx<typeof greetSchema>) {
    const greeting: HelloGreeting = { name: body.name, userId: this.login.require().userId };
    return { messageId: await this.messages.send({ queue: GREETING_QUEUE }, greeting) };
  }
}
