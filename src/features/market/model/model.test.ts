// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Offer, NeededApplication } from '@platform/host-api';
import { askedPermissions, menuFacts, type OfferedManifest } from './manifest-facts.ts';
import { everything, fromAddress, isNarrowed, toAddress, toRequest } from './market-query.ts';
import { offerOf } from './offer.ts';
import { requirementsOf } from './requirements.ts';

const app = (patch: Partial<Offer>): Offer => ({
  appId: 1,
  appCode: 'hello',
  name: 'Hello',
  description: null,
  icon: null,
  category: null,
  author: null,
  latestVersion: '1.0.0',
  signatureState: 'signed',
  state: 'notInstalled',
  ...patch,
});

const mayAll = { install: true, upgrade: true };

describe('market query', () => {
  const narrow = {
    text: 'two words',
    category: 'Sales',
    show: 'updates',
    newest: true,
    page: 3,
    pageSize: 48,
  } as const;

  it('is written to the address and read from it', () => {
    const address = {
      q: 'two words',
      category: 'Sales',
      show: 'updates',
      sort: 'newest',
      page: '3',
      size: '48',
    };
    expect(toAddress(narrow)).toEqual(address);
    expect(fromAddress(address)).toEqual(narrow);
    expect(toAddress(everything)).toEqual({});
    expect(fromAddress({})).toEqual(everything);
  });

  it.each([
    [{ page: '0' }],
    [{ page: 'x', size: '1000' }],
    [{ page: ['2', '3'], show: 'failed' }],
    [{ sort: 'oldest', task: '5', q: null }],
  ])('ignores invalid parts of %j in the address', (address) => {
    expect(fromAddress(address)).toEqual(everything);
  });

  it('requests one page from the server', () => {
    expect(toRequest({ ...narrow, text: ' two words ' })).toEqual({
      ...{ pageNum: 3, pageSize: 48, keyword: 'two words', category: 'Sales', show: 'updates' },
      ...{ orderByColumn: 'releaseTime', isAsc: 'desc' },
    });
    expect(toRequest(everything)).toEqual({ pageNum: 1, pageSize: 24 });
    expect([isNarrowed(narrow), isNarrowed({ ...everything, text: ' ', page: 2 })]).toEqual([true, false]);
  });
});

describe('offer', () => {
  const installed = { installId: 5, installedVersion: '1.0.0' };

  it.each([
    ['not installed', app({}), { kind: 'install', version: '1.0.0' }],
    ['first install failed', app({ ...installed, state: 'failed' }), { kind: 'install', version: '1.0.0' }],
    [
      'update waiting',
      app({ ...installed, state: 'upgradable', latestVersion: '1.1.0' }),
      { kind: 'upgrade', version: '1.1.0', installId: 5 },
    ],
    ['current', app({ ...installed, state: 'installed' }), { kind: 'open' }],
    ['disabled', app({ ...installed, state: 'disabled' }), { kind: 'none' }],
    ['incompatible', app({ state: 'incompatible' }), { kind: 'none' }],
    [
      'in need of another',
      app({ state: 'incompatible', missing: [{ appCode: 'member', range: '^1.0.0', installed: null }] }),
      { kind: 'install', version: '1.0.0', needs: ['member'] },
    ],
    [
      'in need of a higher version of another',
      app({ state: 'incompatible', missing: [{ appCode: 'member', range: '^2.0.0', installed: '1.0.0' }] }),
      { kind: 'none' },
    ],
    ['under way', app({ state: 'installing' }), { kind: 'none' }],
    ['nothing published', app({ latestVersion: null }), { kind: 'none' }],
  ])('of an application that is %s', (_, offered, expected) => {
    expect(offerOf(offered, mayAll)).toEqual(expected);
  });

  it('contains only permitted actions', () => {
    expect(offerOf(app({}), { install: false, upgrade: true })).toEqual({ kind: 'none' });
    const upgradable = app({ ...installed, state: 'upgradable', latestVersion: '2.0.0' });
    expect(offerOf(upgradable, { install: true, upgrade: false })).toEqual({ kind: 'open' });
  });

  it('never contains a lower version than the installed one', () => {
    expect(offerOf(app({ ...installed, state: 'installed' }), mayAll, '0.9.0')).toEqual({ kind: 'open' });
  });
});

describe('manifest facts', () => {
  it('counts pages and buttons at every depth', () => {
    const button = { key: 'hello:item:add', type: 'F', name: 'Add' } as const;
    const page = {
      key: 'hello:item',
      type: 'C',
      name: 'Items',
      names: { 'zh-CN': '事项' },
      children: [button, button],
    } as const;
    const menus = [{ key: 'hello:root', type: 'M', name: 'Hello', children: [page] }] as const;
    expect(menuFacts(menus, 'en-US')).toEqual({ pages: ['Items'], buttons: 2 });
    expect(menuFacts(menus, 'zh-CN').pages).toEqual(['事项']);
  });

  it('reads permissions in both forms', () => {
    expect(askedPermissions(['network'])).toEqual([{ name: 'network', scope: [] }]);
    expect(askedPermissions({ network: ['api.example.com'], env: true })).toEqual([
      { name: 'network', scope: ['api.example.com'] },
      { name: 'env', scope: [] },
    ]);
  });
});

describe('requirements', () => {
  const detail = (patch: Partial<Offer>, manifest: OfferedManifest, needed: NeededApplication[]) => ({
    ...app(patch),
    ...{ homepage: null, versions: [], manifest, needed },
  });
  const manifest = {
    code: 'hello',
    name: 'Hello',
    version: '1.0.0',
    assets: {},
    platform: '^1.0.0',
    dependencies: { pay: '^2.0.0' },
    optionalDependencies: { im: '*' },
  };
  const pay = (installedVersion: string | null, disabled = false): NeededApplication => ({
    appCode: 'pay',
    installedVersion,
    disabled,
  });
  const judge = (patch: Partial<Offer>, needed: NeededApplication[]) =>
    Object.fromEntries(requirementsOf(detail(patch, manifest, needed)).map(({ kind, met }) => [kind, met]));

  it.each([
    ['a fitting version', pay('2.1.0'), true],
    ['too low a version', pay('1.9.0'), false],
    ['a disabled one', pay('2.1.0', true), false],
    ['one that is not installed', pay(null), false],
  ])('checks a dependency by %s', (_, other, met) => {
    expect(judge({ state: 'incompatible' }, [other])['dependency']).toBe(met);
  });

  it('tells a disabled dependency from one that is not there', () => {
    const disabled = (needed: NeededApplication[]) =>
      requirementsOf(detail({ state: 'incompatible' }, manifest, needed)).map((one) => one.disabled);
    expect(disabled([pay('2.1.0', true)])).toEqual([false, true, false]);
    expect(disabled([])).toEqual([false, false, false]);
  });

  it('uses the verdict of a server that accepted the whole', () => {
    expect(judge({}, [])).toEqual({ platform: true, dependency: true, optional: false });
  });

  it('blames the platform only without another cause', () => {
    expect(judge({ state: 'incompatible' }, [pay('2.0.0')])['platform']).toBe(false);
    expect(judge({ state: 'incompatible' }, [])['platform']).toBeUndefined();
  });

  it('leaves the platform of an update to its installation', () => {
    expect(judge({ state: 'upgradable', installedVersion: '0.9.0' }, [])['platform']).toBeUndefined();
  });
});
