import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PLATFORM_VERSION } from './platform-version.ts';

it('spec: V2, one platform version', async () => {
  const root = new URL('../../../package.json', import.meta.url);
  const { version } = JSON.parse(await readFile(root, 'utf8')) as { version: string };
  expect(PLATFORM_VERSION).toBe(version);
});
