import { describe, expect, it, vi } from 'vitest';
import { INSTALL } from '../records/install-store.ts';
import { PENDING, PUBLISHED, UNLISTED } from '../records/version-store.ts';
import { installTarget } from './install-target.ts';
import { rollbackTarget } from './rollback-target.ts';
import type { TargetDependencies } from './target.ts';
import { upgradeTarget } from './upgrade-target.ts';

interface Situation {
  readonly listing?: { readonly status?: number; readonly latestVersion: string | null } | undefined;
  readonly install?: object | undefined;
  /** Version that the host runs. */
  readonly active?: string;
  /** Whether another tenant runs the version, too. */
  readonly isRunning?: boolean;
  readonly toJoin?: string;
  /** Versions of other tenants. */
  readonly others?: readonly string[];
}

const versions = new Map([
  ['1.0.0', PUBLISHED],
  ['1.1.0', PUBLISHED],
  ['1.2.0', UNLISTED],
  ['1.3.0', PENDING],
]);
const find = async (appCode: string, version: string) =>
  versions.has(version)
    ? { appCode, version, status: versions.get(version), manifestJson: '{"code":"crm"}' }
    : undefined;

/** The tenant `acme` with crm 1.0.0, after 0.9.0, where 1.1.0 is the latest version. */
function situation(facts: Situation = {}) {
  const listing = { status: 1, name: 'CRM', latestVersion: '1.1.0' };
  const own = {
    installId: 7,
    appCode: 'crm',
    tenantId: 'acme',
    version: '1.0.0',
    previousVersion: '1.0.0',
    status: INSTALL.enabled,
  };
  const install = 'install' in facts ? facts.install && { ...own, ...facts.install } : own;
  const checks = {
    assertRunsHere: vi.fn(),
    assertRunsFor: vi.fn(),
    assertMayRun: vi.fn(),
    assertNotBelowOthers: vi.fn(),
    assertAccept: vi.fn(),
    assertMayInstall: vi.fn(),
  };
  const dependencies = {
    source: {
      find,
      listing: async () => ('listing' in facts ? facts.listing && { ...listing, ...facts.listing } : listing),
    },
    versions: { find },
    installs: { find: async () => install, byId: async () => install },
    compatibility: checks,
    dependents: checks,
    tenants: checks,
    sharedCode: {
      ...checks,
      activeVersion: () => facts.active ?? '1.0.0',
      isRunning: () => facts.isRunning ?? false,
      versionToJoin: () => facts.toJoin,
      tenants: () => new Set(['acme']),
      others: () => (facts.others ?? []).map((version) => ({ version })),
    },
  } as unknown as TargetDependencies;
  return { dependencies, checks };
}

const codeOf = (work: Promise<{ version: { version: string } }>): Promise<string> =>
  work.then(
    ({ version }) => version.version,
    ({ code }: { code: string }) => code,
  );

describe('the version to upgrade to', () => {
  it.each<readonly [string, Situation, string | undefined, string]>([
    ['the latest', {}, undefined, '1.1.0'],
    ['the one that is asked for', { listing: { latestVersion: null } }, '1.1.0', '1.1.0'],
    ['none where there is none', { listing: { latestVersion: null } }, undefined, 'VERSION_NOT_FOUND'],
    ['none of an unknown application', { listing: undefined }, undefined, 'APP_NOT_FOUND'],
    ['none of an unknown installation', { install: undefined }, undefined, 'INSTALL_NOT_FOUND'],
    ['not a lower one', { install: { version: '1.1.0' } }, '1.0.0', 'VERSION_LOWER'],
    ['none above the latest', { install: { version: '2.0.0' } }, undefined, 'APP_UP_TO_DATE'],
    ['not the one it has', { install: { version: '1.1.0' }, active: '1.1.0' }, undefined, 'APP_UP_TO_DATE'],
    [
      'its own where another was deployed',
      { install: { version: '1.1.0' }, active: '1.0.0' },
      undefined,
      '1.1.0',
    ],
    ['no unlisted one', {}, '1.2.0', 'VERSION_UNLISTED'],
    ['an unlisted one that runs for others', { isRunning: true }, '1.2.0', '1.2.0'],
    ['no pending one', {}, '1.3.0', 'VERSION_NOT_PUBLISHED'],
    [
      'none while the installation is not complete',
      { install: { status: INSTALL.failed } },
      undefined,
      'INSTALL_INCOMPLETE',
    ],
    [
      'none while it is being installed',
      { install: { status: INSTALL.installing } },
      undefined,
      'INSTALL_INCOMPLETE',
    ],
  ])('is %s', async (_what, facts, wanted, found) => {
    expect(await codeOf(upgradeTarget(situation(facts).dependencies, 7, wanted))).toBe(found);
  });

  it('passes every check for the tenant', async () => {
    const { dependencies, checks } = situation();
    await upgradeTarget(dependencies, 7, undefined);
    const { assertRunsFor, assertMayRun, assertNotBelowOthers, assertAccept } = checks;
    const version = expect.objectContaining({ version: '1.1.0' }) as unknown;
    expect(assertRunsFor).toHaveBeenCalledExactlyOnceWith('acme', { code: 'crm' });
    expect(assertMayRun).toHaveBeenCalledExactlyOnceWith(version, 'acme');
    expect(assertNotBelowOthers).toHaveBeenCalledExactlyOnceWith(version, 'acme');
    expect(assertAccept).toHaveBeenCalledExactlyOnceWith('crm', '1.1.0', new Set(['acme']));
  });
});

describe('the version to roll back to', () => {
  const after = (previousVersion: string | null) => ({ version: '1.1.0', previousVersion });

  it.each<readonly [string, Situation, string]>([
    ['the one before', { install: after('1.0.0') }, '1.0.0'],
    ['an unlisted one, too', { install: after('1.2.0') }, '1.2.0'],
    ['none without one', { install: after(null) }, 'ROLLBACK_NONE'],
    ['none that is gone', { install: after('0.1.0') }, 'VERSION_NOT_FOUND'],
    ['one that others have', { install: after('1.0.0'), others: ['1.0.0', '0.9.0'] }, '1.0.0'],
    ['none below that of others', { install: after('1.0.0'), others: ['1.0.1'] }, 'ROLLBACK_SHARED'],
    ['none of an incomplete installation', { install: { status: INSTALL.failed } }, 'INSTALL_INCOMPLETE'],
  ])('is %s', async (_what, facts, found) => {
    expect(await codeOf(rollbackTarget(situation(facts).dependencies, 7))).toBe(found);
  });

  it('passes every check for the tenant', async () => {
    const { dependencies, checks } = situation({ install: after('1.0.0') });
    await rollbackTarget(dependencies, 7);
    expect(checks.assertRunsFor).toHaveBeenCalledExactlyOnceWith('acme', { code: 'crm' });
    expect(checks.assertAccept).toHaveBeenCalledExactlyOnceWith('crm', '1.0.0', new Set(['acme']));
  });
});

describe('the version to install', () => {
  const install = (facts: Situation, request: object = {}) => {
    const { dependencies, checks } = situation({ install: undefined, ...facts });
    const found = codeOf(installTarget(dependencies, { tenantId: 'acme', appCode: 'crm', ...request }));
    return { found, checks };
  };

  it.each<readonly [string, Situation, object, string]>([
    ['the latest', {}, {}, '1.1.0'],
    ['the one that is asked for', { toJoin: '1.1.0' }, { version: '1.0.0' }, '1.0.0'],
    ['the one that other tenants run', { toJoin: '1.0.0' }, {}, '1.0.0'],
    ['none of an unknown application', { listing: undefined }, {}, 'APP_NOT_FOUND'],
    ['none that is not listed', { listing: { status: 0, latestVersion: '1.1.0' } }, {}, 'APP_NOT_LISTED'],
    ['none that is installed', { install: {} }, {}, 'APP_ALREADY_INSTALLED'],
    ['none that is disabled', { install: { status: INSTALL.disabled } }, {}, 'APP_ALREADY_INSTALLED'],
    ['the latest after a failure', { install: { status: INSTALL.failed } }, {}, '1.1.0'],
    ['the latest after an interruption', { install: { status: INSTALL.installing } }, {}, '1.1.0'],
    ['no unlisted one', {}, { version: '1.2.0' }, 'VERSION_UNLISTED'],
  ])('is %s', async (_what, facts, request, found) => {
    expect(await install(facts, request).found).toBe(found);
  });

  it('passes every check, also that of the tenant’s package', async () => {
    const { found, checks } = install({});
    await found;
    expect(checks.assertMayInstall).toHaveBeenCalledExactlyOnceWith('acme', 'crm');
    expect(checks.assertRunsFor).toHaveBeenCalledExactlyOnceWith('acme', { code: 'crm' });
    expect(checks.assertRunsHere).not.toHaveBeenCalled();
    expect(checks.assertMayRun).toHaveBeenCalledOnce();
    expect(checks.assertNotBelowOthers).toHaveBeenCalledOnce();
  });

  it('may lack its dependencies where they are installed with it', async () => {
    const { found, checks } = install({}, { withDependencies: true });
    await found;
    expect(checks.assertRunsHere).toHaveBeenCalledExactlyOnceWith({ code: 'crm' });
    expect(checks.assertRunsFor).not.toHaveBeenCalled();
  });
});
