import { readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { REMOTE_FILES } from '../../kernel/index.ts';
import { APPLICATION_ACCESS } from '../../plugin-runtime/index.ts';
import { STORED_OBJECTS } from '../../system/index.ts';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

describe('design 10.7-15, 16-15: frontend files by version', () => {
  const suite = marketSuite();
  const install = async (): Promise<void> => {
    await suite.host.publish(await suite.workshop.build());
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
  };
  const upgrade = async (version: string): Promise<void> => {
    await suite.host.publish(await suite.workshop.build({ version }));
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`));
  };
  const locate = (path: string, version?: string): Promise<string | undefined> =>
    suite.host.host.services.use(REMOTE_FILES).locate({ appCode: 'demo', path, version });
  const text = async (path: string, version?: string): Promise<string | undefined> => {
    const found = await locate(path, version);
    return found && readFile(join(suite.host.directory, 'remote-apps', found), 'utf8');
  };
  const kept = () => readdir(suite.frontendDir('~v'));

  it('are those of the version that is asked for, until none can return to it', async () => {
    await install();
    expect(await locate('index.js', '1.0.0')).toBe(join('demo', 'index.js'));
    expect(await kept()).toEqual(['1.0.0']);
    await upgrade('1.1.0');
    expect(await text('index.js')).toContain('// 1.1.0');
    expect(await text('index.js', '1.1.0')).toContain('// 1.1.0');
    expect(await text('index.js', '1.0.0')).toContain('// 1.0.0');
    expect(await kept()).toEqual(['1.0.0', '1.1.0']);
    await upgrade('1.2.0');
    expect(await kept()).toEqual(['1.1.0', '1.2.0']);
    expect(await locate('index.js', '1.0.0')).toBeUndefined();
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/rollback`));
    expect(await text('index.js', '1.1.0')).toContain('// 1.1.0');
    expect(await text('index.js')).toContain('// 1.1.0');
    ok(await suite.host.call('DELETE', `/app/install/${await suite.installId()}`));
    expect(await locate('index.js', '1.1.0')).toBeUndefined();
    expect(await readdir(join(suite.host.directory, 'remote-apps'))).toEqual([]);
  });

  it('come from the storage where the folder lost them, fetched once', async () => {
    await install();
    await upgrade('1.1.0');
    await rm(suite.frontendDir(), { recursive: true });
    const found = await Promise.all(
      ['index.js', 'index.js', 'assets/list.110abcdef.js'].map((path) => text(path, '1.1.0')),
    );
    expect(found[0]).toContain('// 1.1.0');
    expect(found[2]).toBeDefined();
    expect(await kept()).toEqual(['1.1.0']);
    expect(await text('index.js', '1.0.0')).toContain('// 1.0.0');
    // Chunks are asked for without a version.
    expect(await locate('assets/list.110abcdef.js')).toBe(
      join('demo', '~v', '1.1.0', 'assets', 'list.110abcdef.js'),
    );
    const fetched = vi.spyOn(suite.host.host.services.use(STORED_OBJECTS), 'download');
    expect(await locate('assets/never.js', '1.1.0')).toBeUndefined();
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
    expect(await locate('index.js', '3.0.0')).toBeUndefined();
  });

  it('design 10.4: a chunk of a version that another host has is fetched by its hash, nothing else is', async () => {
    await install();
    await suite.host.publish(await suite.workshop.build({ version: '1.1.0' }));
    const chunk = 'assets/list.110abcdef.js';
    expect(await locate(chunk)).toBeUndefined();
    // As the other host records it, before this one has followed.
    await suite.host.rows((query) =>
      query.updateTable('app_install').set({ version: '1.1.0', previous_version: '1.0.0' }).execute(),
    );
    const access = suite.host.host.services.use(APPLICATION_ACCESS);
    await (access as unknown as { reload(): Promise<void> }).reload();
    expect(await locate('assets/other.110abcdef.js')).toBeUndefined();
    expect(await kept()).toEqual(['1.0.0']);
    expect(await text(chunk)).toBe("export default '1.1.0';");
    expect(await kept()).toEqual(['1.0.0', '1.1.0']);
    expect(await text('index.js')).toContain('// 1.0.0');
  });

  it('of a package that is gone are missing, and are not fetched at each request', async () => {
    await install();
    await rm(suite.frontendDir(), { recursive: true });
    const files = join(suite.host.directory, 'files');
    await rename(files, `${files}-away`);
    expect(await locate('index.js', '1.0.0')).toBeUndefined();
    await rename(`${files}-away`, files);
    expect(await locate('index.js', '1.0.0')).toBeUndefined();
  });
});
