// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { entryAddress, folderOf } from './address.ts';

const entry = '/remote-apps/hello/index.js?v=1.0.0';

describe('spec: V4, design 9.7-49', () => {
  it.each([
    [{}, '/remote-apps/hello/index.js?v=1.0.0'],
    [{ retry: 2 }, '/remote-apps/hello/index.js?v=1.0.0&retry=2'],
    [{ reload: 1 }, '/remote-apps/hello/~1/index.js?v=1.0.0'],
    [{ retry: 1, reload: 3 }, '/remote-apps/hello/~3/index.js?v=1.0.0&retry=1'],
  ])('%j → %s', (tries, expected) => {
    expect(entryAddress(entry, tries)).toBe(expected);
  });

  it('works without a query and with another origin', () => {
    expect(entryAddress('http://localhost:5174/index.js', { retry: 1, reload: 1 })).toBe(
      'http://localhost:5174/~1/index.js?retry=1',
    );
    expect(folderOf(entry, 'http://host')).toBe('http://host/remote-apps/hello/');
  });
});
