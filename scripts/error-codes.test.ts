import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { collectErrorCodes, documentedErrorCodes } from './error-codes.ts';
import { inRoot, root } from './lib/paths.ts';

describe('docs/errors.md', () => {
  const codes = collectErrorCodes(root);
  const documented = documentedErrorCodes(readFileSync(inRoot('docs', 'errors.md'), 'utf8'));

  it('explains every error code of the sources', () => {
    const missing = [...codes]
      .filter(([code]) => !documented.includes(code))
      .map(([code, [site]]) => `${code} (${site?.file}:${site?.line})`);
    expect(missing).toEqual([]);
  });

  it('contains no code that the sources lack', () => {
    expect(documented.filter((code) => !codes.has(code))).toEqual([]);
  });

  it('explains each code once', () => {
    expect(documented.filter((code, index) => documented.indexOf(code) !== index)).toEqual([]);
  });

  it('covers codes of every part', () => {
    const files = [...codes.values()].flat().map(({ file }) => file);
    for (const part of [
      'server/src/kernel/',
      'packages/packager/src/',
      'packages/remote-app/src/',
      'src/remote/',
    ]) {
      expect(
        files.some((file) => file.startsWith(part)),
        part,
      ).toBe(true);
    }
  });
});
