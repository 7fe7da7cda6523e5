import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frontendMismatch, readShellModules } from './shell-modules.ts';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

const shell = { shared: { vue: '3.5.45', pinia: '4.1.0' }, runtimeApi: '1.0.0' };

describe('requirements of a frontend (design 9.5-28)', () => {
  it('are met, unknown, or reported with both versions', () => {
    expect(frontendMismatch({ shared: { vue: '^3.4.0' }, runtimeApi: '^1.0.0' }, shell)).toBeUndefined();
    expect(frontendMismatch({}, shell)).toBeUndefined();
    const needs = { shared: { vue: '^2.7.0', react: '^18.0.0', pinia: '^4.0.0' }, runtimeApi: '^2.0.0' };
    expect(frontendMismatch(needs, undefined)).toBeUndefined();
    expect(frontendMismatch(needs, shell)).toEqual({
      reason:
        'Its frontend needs vue ^2.7.0, and the shell has 3.5.45; react ^18.0.0, which the shell does not share; the frontend runtime API ^2.0.0, and the shell has 1.0.0.',
      params: {
        needs: 'vue ^2.7.0, react ^18.0.0, runtimeApi ^2.0.0',
        present: 'vue 3.5.45, react –, runtimeApi 1.0.0',
      },
    });
  });
});

it('the modules of the shell are unknown without one, and a damaged list is an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shell-modules-'));
  expect(await readShellModules(folder)).toBeUndefined();
  await writeFile(join(folder, 'shared.json'), JSON.stringify(shell));
  expect(await readShellModules(folder)).toEqual(shell);
  await writeFile(join(folder, 'shared.json'), '{');
  await expect(readShellModules(folder)).rejects.toThrow(SyntaxError);
  await rm(folder, { recursive: true });
});

describe('an application whose frontend does not match the shell', () => {
  const suite = marketSuite();
  const call = (method: string, path: string, body?: unknown) => suite.host.call(method, path, body);
  const reason = 'Its frontend needs vue ^2.7.0, and the shell has 3.5.45.';
  const serveShell = async (served = shell): Promise<void> => {
    const folder = join(suite.host.directory, 'shell');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'shared.json'), JSON.stringify({ formatVersion: 1, ...served }));
    await suite.restart([`--frontend.dir=${folder}`]);
  };

  it('is marked in the market, and refused by plan, install, upgrade and deploy before they change anything', async () => {
    await serveShell();
    const build = (version: string, vue: string) =>
      suite.workshop.build({ version, manifest: { shared: { vue }, runtimeApi: '^1.0.0' } });
    await suite.host.publish(await build('1.0.0', '^3.5.0'));
    const unfit = await suite.host.publish(await build('1.1.0', '^2.7.0'));
    expect((await call('GET', '/app/market/list')).rows).toMatchObject([{ state: 'incompatible', reason }]);
    expect(ok(await call('GET', '/app/market/demo'))).toMatchObject({ state: 'incompatible', reason });

    const refused = {
      status: 409,
      error: 'FRONTEND_INCOMPATIBLE',
      msg: expect.stringContaining(`App demo 1.1.0 cannot be shown here. ${reason}`) as string,
    };
    const disk = await suite.disk();
    expect(await call('POST', '/app/install/plan', { action: 'install', appCode: 'demo' })).toMatchObject(
      refused,
    );
    expect(await call('POST', '/app/install', { appCode: 'demo' })).toMatchObject(refused);
    expect(await call('POST', '/app/install', { appCode: 'demo', withDependencies: true })).toMatchObject(
      refused,
    );
    expect(await call('POST', `/app/version/${unfit.versionId}/deploy`)).toMatchObject(refused);
    expect(await suite.disk()).toEqual(disk);
    expect((await call('GET', '/app/install/list')).rows).toEqual([]);

    ok(await call('POST', '/app/install', { appCode: 'demo', version: '1.0.0' }));
    expect(await call('POST', `/app/install/${await suite.installId()}/upgrade`)).toMatchObject(refused);
    expect(await suite.greeting()).toBe('hello 1.0.0');
  });

  it('cannot be enabled again after the shell has changed', async () => {
    await serveShell();
    await suite.host.publish(
      await suite.workshop.build({ manifest: { shared: { vue: '~3.5.0' }, runtimeApi: '^1.0.0' } }),
    );
    ok(await call('POST', '/app/install', { appCode: 'demo' }));
    const id = await suite.installId();
    ok(await call('POST', `/app/install/${id}/disable`));
    await serveShell({ ...shell, shared: { ...shell.shared, vue: '3.6.0' } });
    expect(await call('POST', `/app/install/${id}/enable`)).toMatchObject({
      status: 409,
      error: 'FRONTEND_INCOMPATIBLE',
      msg: expect.stringContaining('Its frontend needs vue ~3.5.0, and the shell has 3.6.0.') as string,
    });
    expect((await call('GET', '/app/install/list')).rows).toMatchObject([{ status: 0 }]);
    await serveShell();
    ok(await call('POST', `/app/install/${id}/enable`));
    expect(await suite.greeting()).toBe('hello 1.0.0');
  });
});
