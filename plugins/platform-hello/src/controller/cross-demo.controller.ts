import { MemberService, MemberServiceLocator } from '@platform/plugin-sdk/plugin';
import { BaseController, Controller, Get, Type, type Ctx } from '@platform/plugin-sdk/web';

const serviceSchema = { query: Type.Object({ userId: Type.Integer() }) };

/** What other applications offer. */
@Controller('/hello/demo/cross', { inject: [MemberServiceLocator] })
export class CrossDemoController extends BaseController {
  constructor(private readonly members: MemberServiceLocator) {
    super();
  }

  @Get('/service', { schema: serviceSchema, summary: 'A member, from the application member if it is there' })
  async memberOf({ query }: Ctx<typeof serviceSchema>) {
    if (!this.members.available(MemberService)) {
      return { available: false, greeting: `Hello, user ${query.userId}!` };
    }
    const member = await this.members.get(MemberService).find(query.userId);
    return { available: true, greeting: `Hello, ${member?.name ?? `user ${query.userId}`}!`, member };
  }
}
