import { AuthIgnore } from '@platform/plugin-sdk/auth';
import { Controller, Get, pageOf, Type, type Ctx } from '@platform/plugin-sdk/web';
import { ShopQuery } from '../domain/bo/product.bo.ts';
import { idParams } from '../domain/bo/shared.ts';
import { CategoryVo } from '../domain/vo/category.vo.ts';
import { ShopProductVo } from '../domain/vo/product.vo.ts';
import { CategoryService } from '../service/category.service.ts';
import { ProductService } from '../service/product.service.ts';

const categoriesSchema = { response: Type.Array(CategoryVo) };
const productsSchema = { query: ShopQuery, response: pageOf(ShopProductVo) };
const productSchema = { params: idParams, response: ShopProductVo };

/** Products without a login; the tenant comes from the `X-Tenant-Id` header. */
@Controller('/open/mall', { inject: [CategoryService, ProductService] })
@AuthIgnore()
export class MallOpenController {
  constructor(
    private readonly categories: CategoryService,
    private readonly products: ProductService,
  ) {}

  @Get('/categories', { schema: categoriesSchema, summary: 'What the shop is divided into' })
  listCategories() {
    return this.categories.list(true);
  }

  @Get('/products', { schema: productsSchema, summary: 'Products on sale, at today’s prices' })
  browse({ query, page }: Ctx<typeof productsSchema>) {
    return this.products.browse(query, page);
  }

  @Get('/products/:id', { schema: productSchema, summary: 'A product on sale' })
  product({ params }: Ctx<typeof productSchema>) {
    return this.products.offered(params.id);
  }
}
