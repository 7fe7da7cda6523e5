// @vitest-environment node
import fc from 'fast-check';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { checkCompatibility } from './compatibility.ts';

const app = { code: 'hello', name: 'Hello', version: '1.0.0', entry: '/e' };
const shared = { vue: { version: '3.5.45', load: async () => ({}) } };
const check =
  (needs: { shared?: Record<string, string>; runtimeApi?: string }, offered = shared) =>
  () =>
    checkCompatibility({ ...app, ...needs }, offered, '1.0.0');

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

it('findings: code B: random ranges are satisfied exactly as semver says', () => {
  const number = fc.oneof(fc.nat(3).map(String), fc.constantFrom('x', '*'));
  const partial = fc.array(number, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
  const version = fc
    .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.constantFrom('', '-0', '-rc.1', '-beta'))
    .map(([major, minor, patch, tag]) => `${major}.${minor}.${patch}${tag}`);
  const comparator = fc
    .tuple(fc.constantFrom('', '^', '~', '>', '>=', '<', '<=', '='), fc.oneof(partial, version))
    .map((parts) => parts.join(''));
  const hyphen = fc.tuple(partial, partial).map((ends) => ends.join(' - '));
  const all = fc.array(comparator, { minLength: 1, maxLength: 2 }).map((list) => list.join(' '));
  const range = fc
    .array(fc.oneof(all, hyphen), { minLength: 1, maxLength: 2 })
    .map((list) => list.join(' || '));
  fc.assert(
    fc.property(version, range, (offered, wanted) => {
      const module = { version: offered, load: async () => ({}) };
      const fits = check({ shared: { vue: wanted } }, { vue: module });
      if (semver.satisfies(offered, wanted)) expect(fits).not.toThrow();
      else expect(fits).toThrow(wanted);
    }),
    { numRuns: 500 },
  );
});

describe('shared versions, before code runs', () => {
  it('accepts satisfied ranges, and applications without any', () => {
    expect(check({ shared: { vue: '^3.4.0' }, runtimeApi: '^1.0.0' })).not.toThrow();
    expect(check({})).not.toThrow();
  });

  it('names required and available versions of all others', () => {
    expect(check({ shared: { vue: '^2.7.0', react: '^18.0.0' }, runtimeApi: '^2.0.0' })).toThrow(
      'vue ^2.7.0 is required, but the host has 3.5.45; react ^18.0.0 is required, but the host does not share it; ' +
        'runtime API ^2.0.0 is required, but the host has 1.0.0',
    );
  });
});
