import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestHost } from './testing/test-host.ts';

const controller = (body: string, imports = '', prefix = '/demo', inject = '') => `
import { AuthIgnore, Permission } from '@platform/plugin-sdk/auth';
import { Controller, Get, Type, type Ctx } from '@platform/plugin-sdk/web';
${imports}
@Controller('${prefix}', { inject: [${inject}] })
export class DemoController {
${body}
}`;

describe('plugin runtime', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await TestHost.start({ permissions: ['demo:item:list'] });
  });
  afterAll(() => host.stop());

  it('spec: Deploy report, loads an application and reports the number of components and routes', async () => {
    const report = await host.load('demo', '1.0.0', {
      'service/greeter.ts': `
import { Service } from '@platform/plugin-sdk/core';
@Service() export class Greeter { greet(name: string) { return 'Hello, ' + name; } }`,
      'controller/demo.controller.ts': controller(
        `
  constructor(private readonly greeter: Greeter) {}
  @Get('/greet', { schema: { query: Type.Object({ name: Type.String({ default: 'world' }) }) } })
  greet({ query, user }: Ctx) { return { text: this.greeter.greet(query.name!), user: user?.userName }; }
  @Get('/secret') @Permission('demo:item:secret') secret() { return 1; }
  @Get('/list') @Permission('demo:item:list') list() { return { total: 0, rows: [] }; }`,
        "import { Greeter } from '../service/greeter';",
        '/demo',
        'Greeter',
      ),
      'open/open.controller.ts': `
import { AuthIgnore } from '@platform/plugin-sdk/auth';
import { Controller, Get, type Ctx } from '@platform/plugin-sdk/web';
@Controller('/open/demo') @AuthIgnore()
export class OpenController { @Get('/greet') greet({ tenantId }: Ctx) { return tenantId; } }`,
    });
    expect(report).toMatchObject({
      note: 'application loaded with 3 components and 4 routes',
      replacedVersion: undefined,
      stages: ['read', 'verify', 'evaluate', 'container', 'statements', 'init', 'routes', 'switch'].map(
        (stage) => ({ stage }),
      ),
    });
    expect(await host.get('/demo/greet')).toMatchObject({
      status: 200,
      body: { code: 200, data: { text: 'Hello, world', user: 'tester' } },
    });
    expect(await host.get('/demo/list')).toMatchObject({ status: 200, body: { total: 0, rows: [] } });
    expect(await host.get('/open/demo/greet', {})).toMatchObject({ status: 200, body: { data: '000000' } });
  });

  it('spec: Errors/plugin route without token', async () => {
    expect(await host.get('/demo/greet', {})).toMatchObject({ status: 401 });
    expect(await host.get('/demo/secret')).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
  });

  it('describes the loaded applications', () => {
    const description = host.runtime.describe('demo');
    expect(description).toMatchObject({
      state: 'loaded',
      version: '1.0.0',
      inFlight: 0,
      degraded: undefined,
    });
    expect(description?.beans.map(({ name }) => name)).toContain('cn.platform.demo.service.Greeter');
    expect(description?.routes).toContainEqual({
      method: 'GET',
      url: '/demo/secret',
      auth: 'demo:item:secret',
      handler: 'cn.platform.demo.controller.DemoController.secret',
    });
  });

  it('swaps versions during requests without a failure', async () => {
    await host.load('swap', '1.0.0', {
      'c.ts': controller(`@Get('/version') version() { return '1.0.0'; }`, '', '/swap'),
    });
    const jars = await Promise.all(
      ['1.0.1', '1.0.2'].map((version) =>
        host.workshop.jar('swap', version, {
          'c.ts': controller(
            `@Get('/version') async version() { await new Promise((r) => setTimeout(r, 3)); return '${version}'; }`,
            '',
            '/swap',
          ),
        }),
      ),
    );
    const seen = new Map<unknown, number>();
    let running = true;
    const client = async (): Promise<void> => {
      while (running) {
        const { status, body } = await host.get('/swap/version');
        const key = status === 200 ? body['data'] : status;
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
    };
    const clients = Array.from({ length: 8 }, client);
    for (let round = 0; round < 10; round++) {
      await host.runtime.load('swap', jars[round % 2] ?? '');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    running = false;
    await Promise.all(clients);
    await host.runtime.settled();
    expect([...seen.keys()].sort()).toEqual(
      ['1.0.0', '1.0.1', '1.0.2'].filter((version) => seen.has(version)),
    );
    expect(seen.size).toBeGreaterThanOrEqual(2);
  });
});
