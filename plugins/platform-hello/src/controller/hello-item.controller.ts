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
import {
  HelloItemChange,
  HelloItemCountQuery,
  HelloItemDraft,
  HelloItemQuery,
} from '../domain/bo/hello-item.bo.ts';
import { HelloItemVo } from '../domain/vo/hello-item.vo.ts';
import { StatusCountVo } from '../domain/vo/status-count.vo.ts';
import { HelloItemService } from '../service/hello-item.service.ts';

const listSchema = { query: HelloItemQuery, response: pageOf(HelloItemVo) };
const countSchema = { query: HelloItemCountQuery, response: Type.Array(StatusCountVo) };
const getSchema = { params: Type.Object({ id: Type.Integer() }), response: HelloItemVo };
const addSchema = { body: HelloItemDraft, response: HelloItemVo };
const editSchema = { body: HelloItemChange, response: HelloItemVo };
const removeSchema = {
  params: Type.Object({
    ids: Type.String({ pattern: String.raw`^\d+(,\d+)*$`, description: 'Separated by commas' }),
  }),
  response: Type.Object({ removed: Type.Integer() }),
};

@Controller('/hello/item', { inject: [HelloItemService] })
export class HelloItemController extends BaseController {
  constructor(private readonly service: HelloItemService) {
    super();
  }

  @Get('/list', { schema: listSchema, summary: 'One page of items' })
  @Permission('hello:item:list')
  list({ query, page }: Ctx<typeof listSchema>) {
    return this.service.page(query, page);
  }

  @Get('/count', { schema: countSchema, summary: 'How many items have each status' })
  @Permission('hello:item:list')
  count({ query }: Ctx<typeof countSchema>) {
    return this.service.countByStatus(query);
  }

  @Get('/:id', { schema: getSchema, summary: 'One item' })
  @Permission('hello:item:list')
  get({ params }: Ctx<typeof getSchema>) {
    return this.service.get(params.id);
  }

  @Post('', { schema: addSchema, summary: 'Add an item' })
  @Permission('hello:item:add')
  @Log({ title: 'Add an item' })
  add({ body }: Ctx<typeof addSchema>) {
    return this.service.add(body);
  }

  @Put('', { schema: editSchema, summary: 'Change an item' })
  @Permission('hello:item:edit')
  @Log({ title: 'Change an item' })
  edit({ body }: Ctx<typeof editSchema>) {
    return this.service.edit(body);
  }

  @Delete('/:ids', { schema: removeSchema, summary: 'Delete items' })
  @Permission('hello:item:remove')
  @Log({ title: 'Delete items' })
  async remove({ params }: Ctx<typeof removeSchema>) {
    return { removed: await this.service.remove(params.ids.split(',').map(Number)) };
  }
}
