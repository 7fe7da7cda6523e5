import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair } from '@platform/package-format';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { syncPublicKey } from './sync-public-key.ts';

const key = generateKeyPair().publicKey;
const other = generateKeyPair().publicKey;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sync-'));
});
afterEach(() => rm(folder, { recursive: true }));

const sync = async (
  yaml: string,
  ...keys: string[]
): Promise<{ text: string; changed: boolean[]; value: unknown }> => {
  const file = join(folder, 'application.yml');
  await writeFile(file, yaml);
  const changed: boolean[] = [];
  for (const pem of keys) changed.push(await syncPublicKey(file, pem));
  const text = await readFile(file, 'utf8');
  const { 'app-market': market } = parse(text) as { 'app-market': { security: { 'public-key': unknown } } };
  return { text, changed, value: market.security['public-key'] };
};

const LIST =
  '# head\napp-market:\n  security:\n    mode: enforce # strict\n    # the keys\n    public-key: []\n    revoked-keys: []\nserver:\n  port: 8080\n';

test('adds the key to a list and keeps comments and the rest', async () => {
  const { text, changed, value } = await sync(LIST, key, other, key);
  expect(changed).toEqual([true, true, false]);
  expect(value).toEqual([key, other]);
  for (const kept of [
    '# head\n',
    'mode: enforce # strict\n',
    '    # the keys\n',
    'revoked-keys: []\n',
    'server:\n  port: 8080\n',
  ]) {
    expect(text).toContain(kept);
  }
});

test('replaces a single key and adds a missing one', async () => {
  const single = await sync(
    `app-market:\n  security:\n    public-key: |\n      ${other.trim().replaceAll('\n', '\n      ')}\n`,
    key,
  );
  expect(single.value).toBe(key);
  expect((await sync('app-market:\n  security: {}\n', key)).value).toBe(key);
  expect((await sync('server:\n  port: 1\n', key)).value).toBe(key);
});

test('leaves an unreadable configuration unchanged and fails', async () => {
  await expect(sync('a: [\n', key)).rejects.toMatchObject({ code: 'HOST_CONFIG_INVALID' });
  await expect(syncPublicKey(join(folder, 'none.yml'), key)).rejects.toMatchObject({
    code: 'HOST_CONFIG_INVALID',
  });
});
