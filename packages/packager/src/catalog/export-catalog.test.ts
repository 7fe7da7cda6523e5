import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogIndex } from '@platform/package-format';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../commands/run-cli.ts';
import { createFixture, type Fixture } from '../testing/fixture.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture({ 'package.json': { name: 'root' } });
});
afterEach(() => fixture.dispose());

const run = async (...args: string[]): Promise<{ exitCode: number; text: string }> => {
  const lines: string[] = [];
  const output = {
    line: (text: string) => void lines.push(text),
    error: (text: string) => void lines.push(text),
  };
  const exitCode = await runCli({ args, cwd: fixture.root, output });
  return { exitCode, text: lines.join('\n') };
};
const at = (path: string): string => join(fixture.root, path);
const index = async (): Promise<CatalogIndex> =>
  JSON.parse(await readFile(at('catalog/index.json'), 'utf8')) as CatalogIndex;

test('writes packages and an index and adds to existing ones', async () => {
  await run('-Plugin', 'site-visit');
  expect(await run('export-catalog', '-Out', 'catalog')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('site-visit: 1.0.0 (signed)') as string,
  });
  await run('-Plugin', 'site-visit', '-Version', '1.10.0');
  await run('-Plugin', 'site-visit', '-Version', '1.9.0');
  expect(
    await run('export-catalog', '--out', 'catalog', 'dist-packages/site-visit-1.10.0.zip'),
  ).toMatchObject({
    exitCode: 0,
  });
  const [app] = (await index()).apps;
  expect(app).toMatchObject({ appCode: 'site-visit', name: 'Visits', latestVersion: '1.10.0' });
  expect(app?.versions.map(({ version }) => version)).toEqual(['1.10.0', '1.0.0']);
  const file = at(`catalog/${app?.versions[0]?.file}`);
  expect((await readFile(file)).length).toBe(app?.versions[0]?.packageSize);
  expect((await readdir(at('catalog'))).sort()).toEqual(['index.json', 'packages']);
});

test('refuses packages that hosts would refuse, and changes nothing', async () => {
  await run('-Plugin', 'site-visit');
  await run('export-catalog', '-Out', 'catalog');
  const before = await readFile(at('catalog/index.json'), 'utf8');
  await writeFile(at('broken-1.0.0.zip'), 'no zip');
  expect(await run('export-catalog', '-Out', 'catalog', 'broken-1.0.0.zip')).toMatchObject({
    exitCode: 2,
    text: expect.stringContaining('CATALOG_PACKAGE_REFUSED') as string,
  });
  expect(await readFile(at('catalog/index.json'), 'utf8')).toBe(before);
  expect(await readdir(at('catalog/packages'))).toEqual(['site-visit-1.0.0.zip']);
  expect((await run('export-catalog')).text).toContain('OPTION_VALUE_MISSING');
});
