import fc from 'fast-check';
import { satisfies as semverSatisfies } from 'semver';
import { describe, expect, it } from 'vitest';
import { satisfies } from './version-range.ts';

const part = fc.nat({ max: 4 });
const version = fc.tuple(part, part, part).map((parts) => parts.join('.'));
const partial = fc.oneof(
  version,
  fc.tuple(part, part).map((parts) => parts.join('.')),
  part.map(String),
);
const comparator = fc.oneof(
  version.map((text) => `^${text}`),
  version.map((text) => `~${text}`),
  fc.tuple(fc.constantFrom('>=', '>', '<=', '<'), version).map((parts) => parts.join('')),
  partial,
  part.map((major) => `${major}.x`),
  fc.constant('*'),
);
const range = fc
  .array(
    fc.array(comparator, { minLength: 1, maxLength: 2 }).map((all) => all.join(' ')),
    { minLength: 1, maxLength: 2 },
  )
  .map((all) => all.join(' || '));

describe('version ranges', () => {
  it('agree with semver', () => {
    fc.assert(
      fc.property(version, range, (given, wanted) => {
        expect(satisfies(given, wanted), `${given} in ${wanted}`).toBe(semverSatisfies(given, wanted));
      }),
      { numRuns: 2_000 },
    );
  });

  it('hold nothing when they cannot be read', () => {
    expect(satisfies('1.0.0', 'latest')).toBe(false);
    expect(satisfies('none', '*')).toBe(false);
  });
});
