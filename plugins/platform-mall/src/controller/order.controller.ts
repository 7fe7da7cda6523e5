import { Permission } from '@platform/plugin-sdk/auth';
import { Log } from '@platform/plugin-sdk/log';
import { BaseController, Controller, Get, pageOf, Post, type Ctx } from '@platform/plugin-sdk/web';
import { OrderNote, OrderQuery, Shipment } from '../domain/bo/order.bo.ts';
import { orderNoParams } from '../domain/bo/shared.ts';
import { OrderRowVo, OrderVo } from '../domain/vo/order.vo.ts';
import { OrderService } from '../service/order.service.ts';
import { PaymentService } from '../service/payment.service.ts';

const listSchema = { query: OrderQuery, response: pageOf(OrderRowVo) };
const getSchema = { params: orderNoParams, response: OrderVo };
const shipSchema = { params: orderNoParams, body: Shipment };
const noteSchema = { params: orderNoParams, body: OrderNote };

/** The orders of all customers. */
@Controller('/mall/order', { inject: [OrderService, PaymentService] })
export class OrderController extends BaseController {
  constructor(
    private readonly orders: OrderService,
    private readonly payments: PaymentService,
  ) {
    super();
  }

  @Get('/list', { schema: listSchema, summary: 'One page of orders' })
  @Permission('mall:order:list')
  list({ query, page }: Ctx<typeof listSchema>) {
    return this.orders.page(query, page);
  }

  @Get('/:orderNo', { schema: getSchema, summary: 'An order with its items and its history' })
  @Permission('mall:order:list')
  get({ params }: Ctx<typeof getSchema>) {
    return this.orders.get(params.orderNo);
  }

  @Post('/:orderNo/confirm', { schema: noteSchema, summary: 'The money came by another way' })
  @Permission('mall:order:pay')
  @Log({ title: 'Confirm a payment' })
  confirm({ params, body }: Ctx<typeof noteSchema>) {
    return this.payments.confirm(params.orderNo, body.note);
  }

  @Post('/:orderNo/ship', { schema: shipSchema, summary: 'The order is on its way' })
  @Permission('mall:order:ship')
  @Log({ title: 'Ship an order' })
  ship({ params, body }: Ctx<typeof shipSchema>) {
    return this.orders.ship(params.orderNo, body);
  }

  @Post('/:orderNo/cancel', { schema: noteSchema, summary: 'Cancel an unpaid order' })
  @Permission('mall:order:cancel')
  @Log({ title: 'Cancel an order' })
  cancel({ params, body }: Ctx<typeof noteSchema>) {
    return this.orders.cancel(params.orderNo, body.note);
  }

  @Post('/:orderNo/refund', { schema: noteSchema, summary: 'Give the money of an order back' })
  @Permission('mall:order:refund')
  @Log({ title: 'Refund an order' })
  refund({ params, body }: Ctx<typeof noteSchema>) {
    return this.payments.refund(params.orderNo, body.note);
  }
}
