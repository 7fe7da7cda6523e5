// @vitest-environment node
import fc from 'fast-check';
import semver from 'semver';
import { expect, it } from 'vitest';
import { compareVersions } from './compare-versions.ts';

it('versions are in the order of semver, which a page would weigh 3 kB more for', () => {
  const part = fc.oneof(fc.nat(20), fc.nat(100_000));
  const version = fc.tuple(part, part, part).map((parts) => parts.join('.'));
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(Math.sign(compareVersions(a, b))).toBe(semver.compare(a, b));
    }),
  );
});
