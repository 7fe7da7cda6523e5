import { LoginHelper, Permission } from '@platform/plugin-sdk/auth';
import { ConfigService } from '@platform/plugin-sdk/core';
import { OssService } from '@platform/plugin-sdk/oss';
import { BaseController, Controller, Get, Type, type Ctx } from '@platform/plugin-sdk/web';

const ossUrlSchema = { query: Type.Object({ ossId: Type.Integer() }) };

/** Services of the host. */
@Controller('/hello/demo/host', { inject: [ConfigService, OssService, LoginHelper] })
export class HostDemoController extends BaseController {
  constructor(
    private readonly config: ConfigService,
    private readonly files: OssService,
    private readonly login: LoginHelper,
  ) {
    super();
  }

  @Get('/config', { summary: 'Values of sys_config' })
  async readConfig() {
    const [name, greeting, mailPassword] = await Promise.all([
      this.config.get('hello.name', 'Hello'),
      this.config.get('hello.greeting', 'Welcome'),
      // A row of category `hello.private`: read here, and never answered by /open/hello/config.
      this.config.get('hello.mailPassword'),
    ]);
    return { name, greeting, mailConfigured: mailPassword !== undefined };
  }

  /**
   * Creates a link to any object of the tenant, so it needs the permission to read all. Valid for
   * an hour.
   */
  @Get('/oss-url', { schema: ossUrlSchema, summary: 'The address of a stored object' })
  @Permission('system:oss:query')
  async ossUrl({ query }: Ctx<typeof ossUrlSchema>) {
    return { ossId: query.ossId, url: await this.files.url(query.ossId) };
  }

  @Get('/whoami', { summary: 'Who is logged in' })
  whoami() {
    const { userId, userName, tenantId, roles } = this.login.require();
    return { userId, userName, tenantId, roles };
  }
}
