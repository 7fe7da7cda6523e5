import { compilePlugin, DevelopmentHost, developPlugins } from '@platform/packager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestHost, TOKEN, type TestHostOptions } from '../testing/test-host.ts';
import { pluginDevelopmentModule } from './module.ts';

const URL = '/platform/development/plugins/notes';
const controller = (body: string): Record<string, string> => ({
  'c.ts': `
import { Controller, Get } from '@platform/plugin-sdk/web';
@Controller('/notes') export class C { @Get('/which') which() { ${body} } }`,
});
const start = (options: TestHostOptions): Promise<TestHost> =>
  TestHost.start({ permissions: ['app:console:edit'], modules: [pluginDevelopmentModule], ...options });

describe('development builds', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await start({ args: ['--platform.development=true'] });
    await host.load('notes', '1.0.0', controller(`return 'installed';`));
  });
  afterAll(() => host.stop());

  async function push(version: string, sources: Record<string, string>, on = host) {
    const project = await host.workshop.project('notes', version, sources);
    const { files } = await compilePlugin(project, { typeCheck: false });
    const texts = [...files].map(([entry, content]) => [entry, content.toString()] as const);
    return on.get(URL, {
      method: 'PUT',
      token: TOKEN,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fileName: 'notes.jar', files: Object.fromEntries(texts) }),
    });
  }

  it('run when they are sent, and the installed version runs again when they are removed', async () => {
    expect(await push('1.1.0', controller(`return 'developed';`))).toMatchObject({
      status: 200,
      body: { data: { version: '1.1.0', routes: 1, skipped: [] } },
    });
    expect(await host.get(URL)).toMatchObject({ body: { data: { loaded: true, version: '1.1.0' } } });
    expect(await host.get('/notes/which')).toMatchObject({ body: { data: 'developed' } });
    expect(await host.get(URL, { method: 'DELETE', token: TOKEN })).toMatchObject({
      body: { data: { loaded: true, version: '1.0.0' } },
    });
    expect(await host.get('/notes/which')).toMatchObject({ body: { data: 'installed' } });
  });

  it('keep the running version when they cannot be loaded, and report why', async () => {
    expect(await push('1.1.0', { 'c.ts': `throw new Error('not today'); export class C {}` })).toMatchObject({
      status: 422,
      body: {
        error: 'PLUGIN_MODULE_FAILED',
        msg: expect.stringMatching(/not today.*c\.ts:1:7/) as string,
        details: { loadStage: 'evaluate' },
      },
    });
    expect(await host.get('/notes/which')).toMatchObject({ body: { data: 'installed' } });
  });

  it('are watched on this host, and the installed version runs again afterwards', async () => {
    const project = await host.workshop.project('notes', '1.2.0', controller(`return 'from the loop';`));
    const stop = new AbortController();
    const lines: string[] = [];
    const developing = developPlugins({
      root: host.workshop.directory,
      projects: [project],
      host: new DevelopmentHost(host.url, TOKEN),
      withdraw: true,
      types: false,
      line: (text) => void lines.push(text),
      signal: stop.signal,
    });
    await expect.poll(() => host.get('/notes/which')).toMatchObject({ body: { data: 'from the loop' } });
    stop.abort();
    await developing;
    expect(await host.get('/notes/which')).toMatchObject({ body: { data: 'installed' } });
    expect(lines.join('\n')).toContain('1.2.0');
  });

  it('are refused without platform.development, and for users who may not deploy', async () => {
    const production = await start({});
    const clerk = await start({ args: ['--platform.development=true'], permissions: [] });
    try {
      expect(await push('1.1.0', controller('return 1;'), production)).toMatchObject({ status: 404 });
      expect(await push('1.1.0', controller('return 1;'), clerk)).toMatchObject({ status: 403 });
      const check = (url: string): Promise<void> => new DevelopmentHost(url, TOKEN).check('notes');
      await expect(check(production.url)).rejects.toMatchObject({ code: 'HOST_NOT_FOR_DEVELOPMENT' });
      await expect(check(clerk.url)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(check('http://127.0.0.1:9')).rejects.toMatchObject({ code: 'HOST_UNREACHABLE' });
    } finally {
      await Promise.all([production.stop(), clerk.stop()]);
    }
  });
});
