import { LoginHelper } from '@platform/plugin-sdk/auth';
import { BaseController, Controller, Get, pageOf, Post, Type, type Ctx } from '@platform/plugin-sdk/web';
import { OrderQuery } from '../domain/bo/order.bo.ts';
import { idParams, orderNoParams } from '../domain/bo/shared.ts';
import { Basket, ShopOrder } from '../domain/bo/shop-order.bo.ts';
import { UserCouponVo } from '../domain/vo/coupon.vo.ts';
import { OrderRowVo, OrderVo } from '../domain/vo/order.vo.ts';
import { PaymentVo } from '../domain/vo/payment.vo.ts';
import { QuoteVo } from '../domain/vo/quote.vo.ts';
import { CouponService } from '../service/coupon.service.ts';
import { OrderPlacementService } from '../service/order-placement.service.ts';
import { OrderService } from '../service/order.service.ts';
import { PaymentService } from '../service/payment.service.ts';

const quoteSchema = { body: Basket, response: QuoteVo };
const placeSchema = { body: ShopOrder, response: OrderVo };
const listSchema = { query: OrderQuery, response: pageOf(OrderRowVo) };
const getSchema = { params: orderNoParams, response: OrderVo };
const paySchema = { params: orderNoParams, response: PaymentVo };
const stepSchema = { params: orderNoParams };
const couponsSchema = { response: Type.Array(UserCouponVo) };
const claimSchema = { params: idParams };

/** Routes for customers, limited to their own orders and coupons. */
@Controller('/mall/shop', {
  inject: [OrderPlacementService, OrderService, PaymentService, CouponService, LoginHelper],
})
export class ShopController extends BaseController {
  constructor(
    private readonly placement: OrderPlacementService,
    private readonly orders: OrderService,
    private readonly payments: PaymentService,
    private readonly coupons: CouponService,
    private readonly login: LoginHelper,
  ) {
    super();
  }

  @Post('/quote', { schema: quoteSchema, summary: 'What a basket costs now' })
  quote({ body }: Ctx<typeof quoteSchema>) {
    return this.placement.quote(this.#userId, body);
  }

  @Post('/order', {
    schema: placeSchema,
    summary: 'Place an order; the same requestKey gives the same order',
  })
  place({ body }: Ctx<typeof placeSchema>) {
    return this.placement.place(this.login.require(), body);
  }

  @Get('/order/list', { schema: listSchema, summary: 'Own orders' })
  list({ query, page }: Ctx<typeof listSchema>) {
    return this.orders.page({ ...query, userId: this.#userId }, page);
  }

  @Get('/order/:orderNo', { schema: getSchema, summary: 'One of the own orders' })
  get({ params }: Ctx<typeof getSchema>) {
    return this.orders.get(params.orderNo, this.#userId);
  }

  @Post('/order/:orderNo/pay', { schema: paySchema, summary: 'Pay for an order' })
  pay({ params }: Ctx<typeof paySchema>) {
    return this.payments.pay(params.orderNo, this.#userId);
  }

  @Post('/order/:orderNo/cancel', { schema: stepSchema, summary: 'Cancel an own order that is not paid' })
  cancel({ params }: Ctx<typeof stepSchema>) {
    return this.orders.cancel(params.orderNo, undefined, this.#userId);
  }

  @Post('/order/:orderNo/receive', { schema: stepSchema, summary: 'The goods have arrived' })
  receive({ params }: Ctx<typeof stepSchema>) {
    return this.orders.receive(params.orderNo, this.#userId);
  }

  @Get('/coupon/list', { schema: couponsSchema, summary: 'Own coupons' })
  ownCoupons() {
    return this.coupons.ofUser(this.#userId);
  }

  @Post('/coupon/:id/claim', { schema: claimSchema, summary: 'Take a coupon' })
  claim({ params }: Ctx<typeof claimSchema>) {
    return this.coupons.claim(params.id, this.#userId);
  }

  get #userId(): number {
    return this.login.require().userId;
  }
}
