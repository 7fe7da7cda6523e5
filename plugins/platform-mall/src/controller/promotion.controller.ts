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
  type Ctx,
} from '@platform/plugin-sdk/web';
import { PromotionChange, PromotionDraft, PromotionQuery } from '../domain/bo/promotion.bo.ts';
import { idParams, idsOf, idsParams, removedResponse } from '../domain/bo/shared.ts';
import { PromotionVo } from '../domain/vo/promotion.vo.ts';
import { PromotionService } from '../service/promotion.service.ts';

const listSchema = { query: PromotionQuery, response: pageOf(PromotionVo) };
const addSchema = { body: PromotionDraft };
const editSchema = { body: PromotionChange };
const stopSchema = { params: idParams };
const removeSchema = { params: idsParams, response: removedResponse };

@Controller('/mall/promotion', { inject: [PromotionService] })
export class PromotionController extends BaseController {
  constructor(private readonly service: PromotionService) {
    super();
  }

  @Get('/list', { schema: listSchema, summary: 'One page of promotions' })
  @Permission('mall:promotion:list')
  list({ query, page }: Ctx<typeof listSchema>) {
    return this.service.page(query, page);
  }

  @Post('', { schema: addSchema, summary: 'Add a promotion' })
  @Permission('mall:promotion:add')
  @Log({ title: 'Add a promotion' })
  add({ body }: Ctx<typeof addSchema>) {
    return this.service.add(body);
  }

  @Put('', { schema: editSchema, summary: 'Change a promotion that is not over' })
  @Permission('mall:promotion:edit')
  @Log({ title: 'Change a promotion' })
  edit({ body }: Ctx<typeof editSchema>) {
    return this.service.edit(body);
  }

  @Post('/:id/stop', { schema: stopSchema, summary: 'End a promotion before its time' })
  @Permission('mall:promotion:edit')
  @Log({ title: 'Stop a promotion' })
  stop({ params }: Ctx<typeof stopSchema>) {
    return this.service.stop(params.id);
  }

  @Delete('/:ids', { schema: removeSchema, summary: 'Delete promotions' })
  @Permission('mall:promotion:remove')
  @Log({ title: 'Delete promotions' })
  async remove({ params }: Ctx<typeof removeSchema>) {
    return { removed: await this.service.remove(idsOf(params)) };
  }
}
