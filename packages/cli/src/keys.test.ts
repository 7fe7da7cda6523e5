import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair, loadPublicKey } from '@platform/package-format';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runPlatform } from './index.ts';

const [first, second] = [generateKeyPair(), generateKeyPair()];
const idOf = (pair: typeof first): string => loadPublicKey(pair.publicKey).keyId;

let data: string;
let own: string;
let pem: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'cli-keys-'));
  mkdirSync(join(data, 'config'));
  own = join(data, 'config/application.yml');
  pem = join(data, 'publisher.pem');
  writeFileSync(pem, second.publicKey);
  const generated = { 'app-market': { security: { 'public-key': [first.publicKey] } } };
  writeFileSync(join(data, 'config/generated.yml'), JSON.stringify(generated));
});
afterEach(() => rmSync(data, { recursive: true }));

async function keys(...args: string[]): Promise<{ exit: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const exit = await runPlatform(['keys', ...args, '--data', data], {
    env: {},
    ask: () => Promise.resolve(undefined),
    signal: new AbortController().signal,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
  return { exit, out: out.join('\n'), err: err.join('\n') };
}
const security = (): { 'public-key'?: string[]; 'revoked-keys'?: string[] } =>
  (parse(readFileSync(own, 'utf8')) as { 'app-market': { security: object } })['app-market'].security;

describe('findings: applications 2: platform keys', () => {
  it('adds a key to application.yml, keeps comments and order, and asks for a restart', async () => {
    const written = [
      '# Of our company.',
      'server:',
      '  port: 9000 # behind the proxy',
      'app-market:',
      '  security:',
      '    # Who may publish.',
      '    mode: enforce',
      '',
    ].join('\n');
    writeFileSync(own, written);
    const { exit, out } = await keys('trust', pem);
    expect(exit).toBe(0);
    expect(out).toContain(`${own} trusts the key ${idOf(second)}`);
    expect(out).toContain('restart it');
    const text = readFileSync(own, 'utf8');
    for (const line of written.split('\n')) expect(text).toContain(line);
    expect(text.startsWith(written)).toBe(true);
    expect(security()['public-key']).toEqual([second.publicKey]);
    expect((await keys('trust', pem)).out).toContain('already');
    expect(readFileSync(own, 'utf8')).toBe(text);
    expect((await keys('distrust', idOf(second))).out).toContain('no more');
    expect(security()).toEqual({ mode: 'enforce', 'public-key': [] });
    expect(readFileSync(own, 'utf8')).toContain('# behind the proxy');
  });

  it('creates application.yml, and turns a single key into a list', async () => {
    await keys('trust', pem);
    expect(security()['public-key']).toEqual([second.publicKey]);
    const third = generateKeyPair();
    writeFileSync(own, `app-market: { security: { public-key: ${JSON.stringify(second.publicKey)} } }\n`);
    writeFileSync(pem, third.publicKey);
    await keys('trust', pem);
    expect(security()['public-key']).toEqual([second.publicKey, third.publicKey]);
  });

  it('revokes a key that another file trusts, and restores it', async () => {
    const id = idOf(first);
    expect((await keys('distrust', id)).out).toContain(`revokes the key ${id}`);
    expect(security()).toEqual({ 'revoked-keys': [id] });
    expect((await keys('list')).out).toContain(`${id}  revoked  `);
    expect((await keys('distrust', id)).out).toContain('already');
    writeFileSync(pem, first.publicKey);
    await keys('trust', pem);
    expect(security()).toEqual({ 'revoked-keys': [] });
    expect((await keys('list')).out).toContain(`${id}  trusted  `);
  });

  it('does not trust a key that another file revokes', async () => {
    const revoked = { 'app-market': { security: { 'revoked-keys': [idOf(second)] } } };
    writeFileSync(join(data, 'config/generated.yml'), JSON.stringify(revoked));
    const { exit, err } = await keys('trust', pem);
    expect([exit, existsSync(own)]).toEqual([1, false]);
    expect(err).toContain('KEY_REVOKED');
  });

  it('writes the first key of an empty list on lines of its own', async () => {
    writeFileSync(own, 'app-market:\n  security:\n    public-key: []\n');
    await keys('trust', pem);
    expect(readFileSync(own, 'utf8')).toContain('public-key:\n      - |\n        -----BEGIN');
  });

  it('lists the trusted keys with their files', async () => {
    await keys('trust', pem);
    const { out } = await keys('list', '--json');
    expect(JSON.parse(out)).toEqual([
      { keyId: idOf(first), file: join(data, 'config/generated.yml'), revoked: false },
      { keyId: idOf(second), file: own, revoked: false },
    ]);
  });

  it('changes nothing for an invalid key, file, id or YAML', async () => {
    for (const [text, code] of [
      [second.privateKey, 'KEY_INVALID'],
      ['nothing', 'KEY_INVALID'],
    ] as const) {
      writeFileSync(pem, text);
      expect(await keys('trust', pem)).toMatchObject({
        exit: 1,
        err: expect.stringContaining(code) as string,
      });
    }
    expect((await keys('trust', join(data, 'none.pem'))).exit).toBe(2);
    expect((await keys('distrust', 'publisher')).exit).toBe(2);
    expect(existsSync(own)).toBe(false);
    writeFileSync(own, 'app-market: [\n');
    writeFileSync(pem, second.publicKey);
    expect((await keys('trust', pem)).err).toContain('CONFIG_INVALID');
    expect(readFileSync(own, 'utf8')).toBe('app-market: [\n');
  });
});
