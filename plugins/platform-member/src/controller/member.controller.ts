import { Permission } from '@platform/plugin-sdk/auth';
import { Log } from '@platform/plugin-sdk/log';
import {
  BaseController,
  Controller,
  Delete,
  Get,
  pageOf,
  Post,
  Put,
  Type,
  type Ctx,
} from '@platform/plugin-sdk/web';
import { MemberChange, MemberCountQuery, MemberDraft, MemberQuery } from '../domain/bo/member.bo.ts';
import { LevelCountVo } from '../domain/vo/level-count.vo.ts';
import { MemberVo } from '../domain/vo/member.vo.ts';
import { MemberAdminService } from '../service/member-admin.service.ts';

const listSchema = { query: MemberQuery, response: pageOf(MemberVo) };
const countSchema = { query: MemberCountQuery, response: Type.Array(LevelCountVo) };
const getSchema = { params: Type.Object({ id: Type.Integer() }), response: MemberVo };
const addSchema = { body: MemberDraft, response: MemberVo };
const editSchema = { body: MemberChange, response: MemberVo };
const removeSchema = {
  params: Type.Object({
    ids: Type.String({ pattern: String.raw`^\d+(,\d+)*$`, description: 'Separated by commas' }),
  }),
  response: Type.Object({ removed: Type.Integer() }),
};

@Controller('/member/member', { inject: [MemberAdminService] })
export class MemberController extends BaseController {
  constructor(private readonly service: MemberAdminService) {
    super();
  }

  @Get('/list', { schema: listSchema, summary: 'One page of members' })
  @Permission('member:member:list')
  list({ query, page }: Ctx<typeof listSchema>) {
    return this.service.page(query, page);
  }

  @Get('/count', { schema: countSchema, summary: 'How many members have each level' })
  @Permission('member:member:list')
  count({ query }: Ctx<typeof countSchema>) {
    return this.service.countByLevel(query);
  }

  @Get('/:id', { schema: getSchema, summary: 'One member' })
  @Permission('member:member:list')
  get({ params }: Ctx<typeof getSchema>) {
    return this.service.get(params.id);
  }

  @Post('', { schema: addSchema, summary: 'Add a member' })
  @Permission('member:member:add')
  @Log({ title: 'Add a member' })
  add({ body }: Ctx<typeof addSchema>) {
    return this.service.add(body);
  }

  @Put('', { schema: editSchema, summary: 'Change a member' })
  @Permission('member:member:edit')
  @Log({ title: 'Change a member' })
  edit({ body }: Ctx<typeof editSchema>) {
    return this.service.edit(body);
  }

  @Delete('/:ids', { schema: removeSchema, summary: 'Delete members' })
  @Permission('member:member:remove')
  @Log({ title: 'Delete members' })
  async remove({ params }: Ctx<typeof removeSchema>) {
    return { removed: await this.service.remove(params.ids.split(',').map(Number)) };
  }
}
