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
import { CouponChange, CouponDraft, CouponQuery } from '../domain/bo/coupon.bo.ts';
import { idParams, idsOf, idsParams, removedResponse } from '../domain/bo/shared.ts';
import { CouponVo } from '../domain/vo/coupon.vo.ts';
import { CouponService } from '../service/coupon.service.ts';

const listSchema = { query: CouponQuery, response: pageOf(CouponVo) };
const addSchema = { body: CouponDraft };
const editSchema = { body: CouponChange };
const closeSchema = { params: idParams };
const removeSchema = { params: idsParams, response: removedResponse };

@Controller('/mall/coupon', { inject: [CouponService] })
export class CouponController extends BaseController {
  constructor(private readonly service: CouponService) {
    super();
  }

  @Get('/list', { schema: listSchema, summary: 'One page of coupons' })
  @Permission('mall:coupon:list')
  list({ query, page }: Ctx<typeof listSchema>) {
    return this.service.page(query, page);
  }

  @Post('', { schema: addSchema, summary: 'Add a coupon' })
  @Permission('mall:coupon:add')
  @Log({ title: 'Add a coupon' })
  add({ body }: Ctx<typeof addSchema>) {
    return this.service.add(body);
  }

  @Put('', { schema: editSchema, summary: 'Change a coupon that is not over' })
  @Permission('mall:coupon:edit')
  @Log({ title: 'Change a coupon' })
  edit({ body }: Ctx<typeof editSchema>) {
    return this.service.edit(body);
  }

  @Post('/:id/close', { schema: closeSchema, summary: 'Give out no more of a coupon' })
  @Permission('mall:coupon:edit')
  @Log({ title: 'Close a coupon' })
  close({ params }: Ctx<typeof closeSchema>) {
    return this.service.close(params.id);
  }

  @Delete('/:ids', { schema: removeSchema, summary: 'Delete coupons' })
  @Permission('mall:coupon:remove')
  @Log({ title: 'Delete coupons' })
  async remove({ params }: Ctx<typeof removeSchema>) {
    return { removed: await this.service.remove(idsOf(params)) };
  }
}
