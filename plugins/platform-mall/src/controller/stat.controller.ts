import { Permission } from '@platform/plugin-sdk/auth';
import { BaseController, Controller, Get, type Ctx } from '@platform/plugin-sdk/web';
import { StatQuery } from '../domain/bo/stat.bo.ts';
import { StatOverviewVo } from '../domain/vo/stat.vo.ts';
import { StatService } from '../service/stat.service.ts';

const overviewSchema = { query: StatQuery, response: StatOverviewVo };

@Controller('/mall/stat', { inject: [StatService] })
export class StatController extends BaseController {
  constructor(private readonly service: StatService) {
    super();
  }

  @Get('/overview', { schema: overviewSchema, summary: 'The figures of the last days' })
  @Permission('mall:stat:view')
  overview({ query }: Ctx<typeof overviewSchema>) {
    return this.service.overview(query.days);
  }
}
