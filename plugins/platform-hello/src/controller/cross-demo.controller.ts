import { optional } from '@platform/plugin-sdk/core';
import { MemberService, MemberServiceLocator } from '@platform/plugin-sdk/plugin';
import { BaseController, Controller, Get, Type, type Ctx } from '@platform/plugin-sdk/web';
import { MemberMapper } from '@plugins/platform-member';

const serviceSchema = { query: Type.Object({ userId: Type.Integer() }) };

/** Mapper and service of the application `member`, both absent without it. */
@Controller('/hello/demo/cross', { inject: [MemberServiceLocator, optional(MemberMapper)] })
export class CrossDemoController extends BaseController {
  constructor(
    private readonly locator: MemberServiceLocator,
    private readonly members: MemberMapper | undefined,
  ) {
    super();
  }

  @Get('/mapper', { summary: 'Members, read by the mapper of the application member if it is there' })
  async readMembers() {
    if (!this.members) return { available: false, total: 0, newest: [] };
    const { total, rows } = await this.members.selectPage((q) => q.orderBy('id', 'desc'), {
      pageNum: 1,
      pageSize: 3,
    });
    return { available: true, total, newest: rows.map(({ id, name, level }) => ({ id, name, level })) };
  }

  @Get('/service', { schema: serviceSchema, summary: 'A member, from the application member if it is there' })
  async memberOf({ query }: Ctx<typeof serviceSchema>) {
    if (!this.locator.available(MemberService)) {
      return { available: false, greeting: `Hello, user ${query.userId}!` };
    }
    const member = await this.locator.get(MemberService).find(query.userId);
    return { available: true, greeting: `Hello, ${member?.name ?? `user ${query.userId}`}!`, member };
  }
}
