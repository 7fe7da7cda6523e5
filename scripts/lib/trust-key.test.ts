import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { trustKey } from './trust-key.ts';

let data: string;
let key: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'trust-key-'));
  key = join(data, 'public.pem');
  writeFileSync(key, 'KEY ONE\n');
  mkdirSync(join(data, 'config'));
});
afterEach(() => rmSync(data, { recursive: true }));

const config = (name: string): string => join(data, 'config', name);
const formerly = (pem: string): string => stringify({ 'app-market': { security: { 'public-key': [pem] } } });

describe('findings: applications 2: configuration written by npm start', () => {
  it('keeps files written by people at every start', () => {
    const own = '# mine\napp-market:\n  security:\n    public-key: [of another publisher]\n';
    writeFileSync(config('application.yml'), own);
    for (const pem of ['KEY ONE\n', 'KEY TWO\n', 'KEY TWO\n']) {
      writeFileSync(key, pem);
      expect(trustKey(data, key)).toBe(join(data, 'config'));
      expect(readFileSync(config('application.yml'), 'utf8')).toBe(own);
      expect(readFileSync(config('generated.yml'), 'utf8')).toContain(pem.trim());
    }
  });

  it('removes only an application.yml that a former version generated', () => {
    writeFileSync(config('application.yml'), formerly('KEY ONE\n'));
    trustKey(data, key);
    expect(existsSync(config('application.yml'))).toBe(false);
    // The same text is somebody's own from now on.
    writeFileSync(config('application.yml'), formerly('KEY ONE\n'));
    trustKey(data, key);
    expect(existsSync(config('application.yml'))).toBe(true);
  });

  it.each([
    ['a key was added', formerly('KEY ONE\n') + 'server:\n  port: 9000\n'],
    ['a comment was added', `${formerly('KEY ONE\n')}# mine\n`],
    ['it names another key', formerly('KEY ZERO\n')],
  ])('keeps a generated application.yml where %s', (_what, text) => {
    writeFileSync(config('application.yml'), text);
    trustKey(data, key);
    expect(readFileSync(config('application.yml'), 'utf8')).toBe(text);
  });

  it('is written only when it changes', () => {
    trustKey(data, key);
    const { mtimeMs } = statSync(config('generated.yml'));
    trustKey(data, key);
    expect(statSync(config('generated.yml')).mtimeMs).toBe(mtimeMs);
  });
});
