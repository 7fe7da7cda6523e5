import { Permission } from '@platform/plugin-sdk/auth';
import { Log } from '@platform/plugin-sdk/log';
import { BaseController, Controller, Delete, Get, Post, Put, Type, type Ctx } from '@platform/plugin-sdk/web';
import { CategoryChange, CategoryDraft } from '../domain/bo/category.bo.ts';
import { idParams } from '../domain/bo/shared.ts';
import { CategoryVo } from '../domain/vo/category.vo.ts';
import { CategoryService } from '../service/category.service.ts';

const listSchema = { response: Type.Array(CategoryVo) };
const addSchema = { body: CategoryDraft, response: CategoryVo };
const editSchema = { body: CategoryChange, response: CategoryVo };
const removeSchema = { params: idParams };

@Controller('/mall/category', { inject: [CategoryService] })
export class CategoryController extends BaseController {
  constructor(private readonly service: CategoryService) {
    super();
  }

  @Get('/list', { schema: listSchema, summary: 'All categories' })
  @Permission('mall:product:list')
  list() {
    return this.service.list();
  }

  @Post('', { schema: addSchema, summary: 'Add a category' })
  @Permission('mall:category:edit')
  @Log({ title: 'Add a category' })
  add({ body }: Ctx<typeof addSchema>) {
    return this.service.add(body);
  }

  @Put('', { schema: editSchema, summary: 'Change a category' })
  @Permission('mall:category:edit')
  @Log({ title: 'Change a category' })
  edit({ body }: Ctx<typeof editSchema>) {
    return this.service.edit(body);
  }

  @Delete('/:id', { schema: removeSchema, summary: 'Delete a category without products' })
  @Permission('mall:category:edit')
  @Log({ title: 'Delete a category' })
  remove({ params }: Ctx<typeof removeSchema>) {
    return this.service.remove(params.id);
  }
}
