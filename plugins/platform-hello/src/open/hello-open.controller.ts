import { AuthIgnore } from '@platform/plugin-sdk/auth';
import { ConfigService } from '@platform/plugin-sdk/core';
import { Controller, Get, Type, type Ctx } from '@platform/plugin-sdk/web';

const greetSchema = {
  query: Type.Object({ name: Type.String({ default: 'world', maxLength: 100 }) }),
  response: Type.String(),
};

/** Open routes; the tenant comes from the `X-Tenant-Id` header. */
@Controller('/open/hello', { inject: [ConfigService] })
@AuthIgnore()
export class HelloOpenController {
  constructor(private readonly config: ConfigService) {}

  @Get('/greet', { schema: greetSchema, summary: 'A greeting, without a login' })
  greet({ query }: Ctx<typeof greetSchema>) {
    return `Hello, ${query.name}!`;
  }

  /** How not to do it: `GET /open/hello/config` of the host answers this for every application. */
  @Get('/config-via-plugin', { summary: 'The site configuration, read by the application itself' })
  async configViaPlugin() {
    const [name, description, copyright] = await Promise.all(
      ['name', 'description', 'copyright'].map((key) => this.config.get(`hello.${key}`, '')),
    );
    return { name, description, copyright };
  }
}
