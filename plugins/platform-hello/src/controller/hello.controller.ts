import { BaseController, Controller, Get, Type, type Ctx } from '@platform/plugin-sdk/web';

const greetSchema = {
  query: Type.Object({ name: Type.String({ default: 'world', maxLength: 100 }) }),
  response: Type.String(),
};

/** Responds without the database: proves that the application is loaded and injected. */
@Controller('/hello')
export class HelloController extends BaseController {
  @Get('/greet', { schema: greetSchema, summary: 'A greeting' })
  greet({ query }: Ctx<typeof greetSchema>) {
    return `Hello, ${query.name}!`;
  }
}
