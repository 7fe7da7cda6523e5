import { CacheService } from '@platform/plugin-sdk/cache';
import { Component, ConfigService, NoticeService } from '@platform/plugin-sdk/core';
import { settings } from '../constant/mall-constants.ts';
import { MallOrderItemMapper } from '../mapper/mall-order-item.mapper.ts';
import { MallProductMapper } from '../mapper/mall-product.mapper.ts';
import { OrderLifecycle } from './order-lifecycle.ts';

/** Notifies users who manage stock about low products, once a day per product. */
@Component({
  inject: [
    OrderLifecycle,
    MallOrderItemMapper,
    MallProductMapper,
    ConfigService,
    CacheService,
    NoticeService,
  ],
})
export class StockWatch {
  constructor(
    private readonly lifecycle: OrderLifecycle,
    private readonly items: MallOrderItemMapper,
    private readonly products: MallProductMapper,
    private readonly config: ConfigService,
    private readonly cache: CacheService,
    private readonly notices: NoticeService,
  ) {}

  /** Looks at the products of an order that was placed. */
  async look(orderNo: string): Promise<void> {
    const { id } = await this.lifecycle.require(orderNo);
    const items = await this.items.selectList({ orderId: id });
    const ids = items.map(({ productId }) => productId);
    const limit = await this.config.getNumber(settings.lowStock.key, settings.lowStock.fallback);
    const low = await this.products.selectList((q) =>
      q.in('id', ids).eq('status', 'onSale').le('stock', limit),
    );
    for (const product of low) await this.#tell(product);
  }

  async #tell({ id, name, stock }: { id: number; name: string; stock: number }): Promise<void> {
    const key = `low-stock:${id}`;
    if (await this.cache.get(key)) return;
    await this.notices.send(
      { permission: 'mall:product:stock' },
      { title: `${name.slice(0, 60)}: ${stock} left`, level: 'warning', link: '/mall/products' },
    );
    await this.cache.set(key, true, { ttl: '1d' });
  }
}
