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
import { ProductChange, ProductDraft, ProductQuery, StockChange } from '../domain/bo/product.bo.ts';
import { idParams, idsOf, idsParams, removedResponse } from '../domain/bo/shared.ts';
import { ProductVo } from '../domain/vo/product.vo.ts';
import { ProductService } from '../service/product.service.ts';

const listSchema = { query: ProductQuery, response: pageOf(ProductVo) };
const getSchema = { params: idParams, response: ProductVo };
const addSchema = { body: ProductDraft, response: ProductVo };
const editSchema = { body: ProductChange, response: ProductVo };
const stockSchema = { params: idParams, body: StockChange, response: ProductVo };
const removeSchema = { params: idsParams, response: removedResponse };

@Controller('/mall/product', { inject: [ProductService] })
export class ProductController extends BaseController {
  constructor(private readonly service: ProductService) {
    super();
  }

  @Get('/list', { schema: listSchema, summary: 'One page of products' })
  @Permission('mall:product:list')
  list({ query, page }: Ctx<typeof listSchema>) {
    return this.service.page(query, page);
  }

  @Get('/:id', { schema: getSchema, summary: 'One product' })
  @Permission('mall:product:list')
  get({ params }: Ctx<typeof getSchema>) {
    return this.service.get(params.id);
  }

  @Post('', { schema: addSchema, summary: 'Add a product' })
  @Permission('mall:product:add')
  @Log({ title: 'Add a product' })
  add({ body }: Ctx<typeof addSchema>) {
    return this.service.add(body);
  }

  @Put('', { schema: editSchema, summary: 'Change a product' })
  @Permission('mall:product:edit')
  @Log({ title: 'Change a product' })
  edit({ body }: Ctx<typeof editSchema>) {
    return this.service.edit(body);
  }

  @Post('/:id/stock', { schema: stockSchema, summary: 'Book goods that came in or went out' })
  @Permission('mall:product:stock')
  @Log({ title: 'Change the stock of a product' })
  adjustStock({ params, body }: Ctx<typeof stockSchema>) {
    return this.service.adjustStock(params.id, body.delta);
  }

  @Delete('/:ids', { schema: removeSchema, summary: 'Delete products' })
  @Permission('mall:product:remove')
  @Log({ title: 'Delete products' })
  async remove({ params }: Ctx<typeof removeSchema>) {
    return { removed: await this.service.remove(idsOf(params)) };
  }
}
