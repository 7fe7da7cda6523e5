import {
  ConfigService,
  Service,
  type Page,
  type PageQuery,
  type PlatformError,
} from '@platform/plugin-sdk/core';
import { Transactional } from '@platform/plugin-sdk/orm';
import { settings } from '../../constant/mall-constants.ts';
import { discounted } from '../../constant/money.ts';
import type { ProductChange, ProductDraft, ProductQuery, ShopQuery } from '../../domain/bo/product.bo.ts';
import type { MallProduct } from '../../domain/mall-product.ts';
import type { ProductVo, ShopProductVo } from '../../domain/vo/product.vo.ts';
import { MallCategoryMapper } from '../../mapper/mall-category.mapper.ts';
import { MallProductMapper } from '../../mapper/mall-product.mapper.ts';
import type { ProductDiscount } from '../../mapper/mall-promotion.mapper.ts';
import { conflict, notFound } from '../mall-errors.ts';
import { ProductService } from '../product.service.ts';
import { PromotionService } from '../promotion.service.ts';

type Offered = Pick<
  MallProduct,
  'id' | 'categoryId' | 'name' | 'description' | 'priceCents' | 'stock' | 'sold'
>;

@Service({
  as: ProductService,
  inject: [MallProductMapper, MallCategoryMapper, PromotionService, ConfigService],
})
export class ProductServiceImpl extends ProductService {
  constructor(
    private readonly products: MallProductMapper,
    private readonly categories: MallCategoryMapper,
    private readonly promotions: PromotionService,
    private readonly config: ConfigService,
  ) {
    super();
  }

  override async page({ lowStock, ...query }: ProductQuery, page: PageQuery): Promise<Page<ProductVo>> {
    const limit = await this.#lowStock();
    const { total, rows } = await this.products.search(
      lowStock ? { ...query, maxStock: limit } : query,
      page,
    );
    return { total, rows: rows.map((row) => ({ ...row, low: isLow(row, limit) })) };
  }

  override async get(id: number): Promise<ProductVo> {
    const product = await this.#require(id);
    const category = await this.categories.selectById(product.categoryId);
    return {
      ...product,
      categoryName: category?.name ?? null,
      low: isLow(product, await this.#lowStock()),
    };
  }

  @Transactional()
  override async add(draft: ProductDraft): Promise<ProductVo> {
    await this.#requireCategory(draft.categoryId);
    const { id } = await this.products.insert({ ...draft, description: draft.description ?? null });
    return this.get(id);
  }

  @Transactional()
  override async edit(change: ProductChange): Promise<ProductVo> {
    await this.#requireCategory(change.categoryId);
    const changed = await this.products.updateById({ ...change, description: change.description ?? null });
    if (changed === 0) throw await this.#notAsRead(change.id);
    return this.get(change.id);
  }

  @Transactional()
  override async adjustStock(id: number, delta: number): Promise<ProductVo> {
    if ((await this.products.adjustStock({ id, delta })) === 0) {
      const { stock } = await this.#require(id);
      throw conflict(
        'MALL_STOCK_SHORT',
        `Only ${stock} are there, ${-delta} cannot be taken.`,
        'Take fewer, or count again.',
      );
    }
    return this.get(id);
  }

  override remove(ids: readonly number[]): Promise<number> {
    return this.products.deleteByIds(ids);
  }

  override async countLowStock(): Promise<number> {
    const limit = await this.#lowStock();
    return this.products.selectCount((q) => q.eq('status', 'onSale').le('stock', limit));
  }

  override async browse(query: ShopQuery, page: PageQuery): Promise<Page<ShopProductVo>> {
    const { total, rows } = await this.products.browse(query, page);
    return { total, rows: await this.#atTodaysPrices(rows) };
  }

  override async offered(id: number): Promise<ShopProductVo> {
    const product = await this.products.selectById(id);
    if (product?.status !== 'onSale') throw notFound('product', id);
    const [offer] = await this.#atTodaysPrices([product]);
    return offer!;
  }

  async #atTodaysPrices(products: readonly Offered[]): Promise<ShopProductVo[]> {
    const discounts = await this.promotions.discountsOf(products.map(({ id }) => id));
    return products.map((product) => offerOf(product, discounts.get(product.id)));
  }

  async #require(id: number): Promise<MallProduct> {
    const product = await this.products.selectById(id);
    if (!product) throw notFound('product', id);
    return product;
  }

  /** Gone, or of another version by now. */
  async #notAsRead(id: number): Promise<PlatformError> {
    if (!(await this.products.exists({ id }))) return notFound('product', id);
    return conflict(
      'MALL_PRODUCT_CHANGED',
      'Somebody else has changed the product meanwhile.',
      'Open it again, and make your change to what is there now.',
    );
  }

  async #requireCategory(id: number): Promise<void> {
    if (!(await this.categories.selectById(id))) throw notFound('category', id);
  }

  #lowStock(): Promise<number> {
    return this.config.getNumber(settings.lowStock.key, settings.lowStock.fallback);
  }
}

const isLow = ({ stock, status }: Pick<MallProduct, 'stock' | 'status'>, limit: number): boolean =>
  status === 'onSale' && stock <= limit;

const offerOf = (product: Offered, discount: ProductDiscount | undefined): ShopProductVo => {
  const { id, categoryId, name, description, priceCents, stock, sold } = product;
  return {
    id,
    categoryId,
    name,
    description,
    priceCents,
    salePriceCents: discount ? discounted(priceCents, discount.discountPercent) : priceCents,
    promotion: discount?.name ?? null,
    available: stock > 0,
    sold,
  };
};
