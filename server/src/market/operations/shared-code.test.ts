import { describe, expect, it } from 'vitest';
import type { Placement } from '../disk/placement.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import type { AppVersion } from '../records/version-store.ts';
import { SharedCode } from './shared-code.ts';

interface Situation {
  /** Versions that other tenants have accepted. */
  readonly others?: readonly string[];
  readonly active?: string;
  readonly onDisk?: boolean;
  readonly anyTenantUpgrades?: boolean;
}

const PLATFORM = '000000';
const demo = (version: string) => ({ appCode: 'demo', version }) as AppVersion;

function sharedCode({
  others = [],
  active,
  onDisk = true,
  anyTenantUpgrades = false,
}: Situation): SharedCode {
  const installs = others.map((version, index) => ({ version, tenantId: `other-${index}` }));
  const registry = { othersWith: () => installs, ofApp: () => installs } as unknown as InstallRegistry;
  const record = active === undefined ? undefined : { version: active };
  const placement = {
    record: () => record,
    placed: async () => (onDisk ? record : undefined),
  } as unknown as Placement;
  return new SharedCode(registry, placement, anyTenantUpgrades);
}

describe('code shared by tenants (design 9.2-10)', () => {
  it('runs for a new tenant only in the active version, which another one has accepted', () => {
    const shared = sharedCode({ others: ['1.0.0', '1.1.0'], active: '1.1.0' });
    expect(shared.isRunning(demo('1.1.0'), 'a')).toBe(true);
    expect(shared.isRunning(demo('1.0.0'), 'a')).toBe(false);
    expect(sharedCode({ others: ['1.0.0'], active: '1.1.0' }).isRunning(demo('1.1.0'), 'a')).toBe(false);
  });

  it('is placed again when files are missing', async () => {
    const situation = { others: ['1.0.0'], active: '1.0.0' };
    expect(await sharedCode(situation).isOnHost(demo('1.0.0'), 'a')).toBe(true);
    expect(await sharedCode({ ...situation, onDisk: false }).isOnHost(demo('1.0.0'), 'a')).toBe(false);
    const upgraded = sharedCode({ ...situation, active: '1.1.0' });
    expect(await upgraded.isOnHost(demo('1.0.0'), 'a')).toBe(false);
    expect(await sharedCode({ ...situation, others: [] }).isOnHost(demo('1.0.0'), 'a')).toBe(false);
  });

  it('gives its version to a tenant that may not change it', () => {
    const situation = { others: ['1.0.0'], active: '1.0.0' };
    expect(sharedCode(situation).versionToJoin('demo', 'a')).toBe('1.0.0');
    expect(sharedCode(situation).versionToJoin('demo', PLATFORM)).toBeUndefined();
    expect(sharedCode({ ...situation, others: [] }).versionToJoin('demo', 'a')).toBeUndefined();
    const free = sharedCode({ ...situation, anyTenantUpgrades: true });
    expect(free.versionToJoin('demo', 'a')).toBeUndefined();
  });

  it('never goes below a version that another tenant has accepted', () => {
    const shared = sharedCode({ others: ['1.2.0', '1.10.0'], active: '1.2.0' });
    expect(() => shared.assertNotBelowOthers(demo('1.9.0'), 'a')).toThrow(
      'demo is at 1.10.0; 1.9.0 is lower.',
    );
    expect(() => shared.assertNotBelowOthers(demo('1.10.0'), 'a')).not.toThrow();
    const deployed = sharedCode({ others: ['1.0.0'], active: '1.5.0' });
    expect(() => deployed.assertNotBelowOthers(demo('1.4.0'), 'a')).toThrow('1.5.0');
    expect(() => sharedCode({ active: '2.0.0' }).assertNotBelowOthers(demo('1.0.0'), 'a')).not.toThrow();
    expect(() => sharedCode({ others: ['2.0.0'] }).assertNotBelowOthers(demo('1.0.0'), 'a')).not.toThrow();
  });

  it('can be changed by the platform tenant only, unless any tenant may', () => {
    const situation = { others: ['1.0.0'], active: '1.0.0' };
    const change = (given: Situation, tenantId: string, version = '1.1.0') =>
      sharedCode(given).assertMayRun(demo(version), tenantId);
    expect(() => change(situation, 'a')).toThrow(
      expect.objectContaining({ code: 'TENANT_UPGRADE_FORBIDDEN' }),
    );
    expect(() => change(situation, 'a', '1.0.0')).not.toThrow();
    expect(() => change(situation, PLATFORM)).not.toThrow();
    expect(() => change({ ...situation, anyTenantUpgrades: true }, 'a')).not.toThrow();
    expect(() => change({ ...situation, others: [] }, 'a')).not.toThrow();
  });

  it('is loaded again by the platform tenant only, where others use it, unless any tenant may', () => {
    const load = (given: Situation, tenantId: string) => sharedCode(given).assertMayLoad('demo', tenantId);
    const situation = { others: ['1.0.0', '1.0.0'] };
    expect(() => load(situation, 'a')).toThrow(
      expect.objectContaining({ code: 'TENANT_UPGRADE_FORBIDDEN', details: { tenants: 2 } }),
    );
    expect(() => load(situation, PLATFORM)).not.toThrow();
    expect(() => load({ ...situation, anyTenantUpgrades: true }, 'a')).not.toThrow();
    expect(() => load({}, 'a')).not.toThrow();
  });

  it('affects this tenant and every tenant with a record', () => {
    const shared = sharedCode({ others: ['1.0.0', '1.0.0'] });
    expect([...shared.tenants('demo', 'a')]).toEqual(['a', 'other-0', 'other-1']);
  });
});
