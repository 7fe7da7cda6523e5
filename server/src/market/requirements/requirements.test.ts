import type { AppManifest } from '@platform/package-format';
import { describe, expect, it } from 'vitest';
import { assertRequirements, dependentsOf, platformMismatch } from './requirements.ts';

const manifest = (change: Partial<AppManifest> = {}): AppManifest => ({
  code: 'hello',
  name: 'Hello',
  version: '1.0.0',
  assets: { frontend: 'frontend/index.js' },
  ...change,
});

describe('requirements (design 3.9)', () => {
  it('accepts a manifest without requirements', () => {
    expect(() => assertRequirements(manifest(), '1.0.0', new Map())).not.toThrow();
  });

  it('refuses a platform outside the range', () => {
    expect(platformMismatch(manifest({ platform: '>=1.0.0 <2' }), '1.4.0')).toBeUndefined();
    expect(() => assertRequirements(manifest({ platform: '>=2' }), '1.0.0', new Map())).toThrow(
      /platform >=2/,
    );
  });

  it('names a missing required application, and one in an unsuitable version', () => {
    const needs = manifest({ dependencies: { member: '^1.0.0', pay: '^2.0.0' } });
    const check = () => assertRequirements(needs, '1.0.0', new Map([['pay', '1.9.0']]));
    const missing = [
      { appCode: 'member', range: '^1.0.0', installed: null },
      { appCode: 'pay', range: '^2.0.0', installed: '1.9.0' },
    ];
    expect(check).toThrow(
      expect.objectContaining({
        code: 'DEPENDENCY_MISSING',
        status: 409,
        details: {
          missing,
          params: expect.objectContaining({
            needs: 'member ^1.0.0, pay ^2.0.0',
            present: 'member –, pay 1.9.0',
          }) as object,
        },
      }),
    );
    expect(check).toThrow(/needs member \^1\.0\.0, pay \^2\.0\.0 \(1\.9\.0 is installed\)/);
    const both = new Map([
      ['member', '1.2.0'],
      ['pay', '2.0.1'],
    ]);
    expect(() => assertRequirements(needs, '1.0.0', both)).not.toThrow();
  });

  it('finds dependents, and those that a version would break', () => {
    const all = [manifest({ code: 'a', dependencies: { member: '^1.0.0' } }), manifest({ code: 'b' })];
    expect(dependentsOf('member', all)).toEqual([{ appCode: 'a', range: '^1.0.0' }]);
    expect(dependentsOf('member', all, '1.5.0')).toEqual([]);
    expect(dependentsOf('member', all, '2.0.0')).toHaveLength(1);
  });
});
