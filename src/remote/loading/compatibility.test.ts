import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { checkCompatibility } from './compatibility.ts';

const app = { code: 'hello', name: 'Hello', version: '1.0.0', entry: '/e' };
const shared = { vue: { version: '3.5.45', load: async () => ({}) } };
const check = (needs: { shared?: Record<string, string>; runtimeApi?: string }) => () =>
  checkCompatibility({ ...app, ...needs }, shared, '1.0.0');

const VERSIONS = '0.9.0 1.0.0 1.2.0 1.2.3 1.2.3-rc.1 1.9.9 2.0.0 2.0.0-beta.1 3.5.45 3.6.0 10.0.1'.split(' ');
const RANGES = [
  ...['^1', '^1.2', '^1.2.3', '^0.x', '~1', '~1.2', '~1.2.3', '>1', '>=1.2', '<2', '<=1.2'],
  ...['1', '1.x', '1.2', '=1.2.3', '*', '1.2 - 2', '>=1.2 <2', '^1 || ^3.5.0', '^1.2.3-rc.0', 'latest'],
];

describe('findings: code B: version ranges', () => {
  it('are those of semver, as on the host, in all 231 forms', () => {
    const refused = (version: string, range: string): boolean => {
      try {
        checkCompatibility(
          { ...app, shared: { vue: range } },
          { vue: { version, load: async () => ({}) } },
          '1.0.0',
        );
        return false;
      } catch {
        return true;
      }
    };
    const pairs = VERSIONS.flatMap((version) => RANGES.map((range) => [version, range] as const));
    expect(pairs).toHaveLength(231);
    expect(
      pairs.filter(([version, range]) => refused(version, range) === semver.satisfies(version, range)),
    ).toEqual([]);
  });
});

describe('shared versions, before code runs', () => {
  it('accepts what fits, and a remote that states nothing', () => {
    expect(check({ shared: { vue: '^3.4.0' }, runtimeApi: '^1.0.0' })).not.toThrow();
    expect(check({})).not.toThrow();
  });

  it('names both versions of all that does not', () => {
    expect(check({ shared: { vue: '^2.7.0', react: '^18.0.0' }, runtimeApi: '^2.0.0' })).toThrow(
      'vue ^2.7.0 is needed, and the host has 3.5.45; react ^18.0.0 is needed, and the host does not share it; ' +
        'runtime API ^2.0.0 is needed, and the host has 1.0.0',
    );
  });
});
