import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketApp } from '../api/market-app.ts';
import { askedPermissions, menuFacts } from './manifest-facts.ts';
import { categoriesOf, countUpdates, filterApps } from './market-filter.ts';
import { compareVersions, offerOf } from './offer.ts';
import { requirementsOf } from './requirements.ts';

const app = (patch: Partial<MarketApp>): MarketApp => ({
  appId: 1,
  appCode: 'hello',
  name: 'Hello',
  latestVersion: '1.0.0',
  signatureState: 'signed',
  state: 'notInstalled',
  ...patch,
});

const everything = { text: '', category: undefined, updatesOnly: false };
const mayAll = { install: true, upgrade: true };

describe('market filter', () => {
  const apps = [
    app({ appCode: 'hello', name: 'Hello', description: 'Items with a title', category: 'Samples' }),
    app({ appCode: 'member', name: '会员', author: 'Platform team', category: 'Sales', state: 'upgradable' }),
  ];

  it.each([
    ['', ['hello', 'member']],
    ['HELL', ['hello']],
    ['title items', ['hello']],
    ['会员', ['member']],
    ['platform sales', ['member']],
    ['hello member', []],
  ])('finds by every word of %j', (text, codes) => {
    expect(filterApps(apps, { ...everything, text }).map((found) => found.appCode)).toEqual(codes);
  });

  it('narrows to a category and to updates', () => {
    expect(filterApps(apps, { ...everything, category: 'Samples' })).toHaveLength(1);
    expect(filterApps(apps, { ...everything, updatesOnly: true }).map((found) => found.appCode)).toEqual([
      'member',
    ]);
    expect(countUpdates(apps)).toBe(1);
  });

  it('counts categories and leaves out applications without one', () => {
    expect(categoriesOf([...apps, app({ category: null }), app({ category: 'Sales' })], 'en-US')).toEqual([
      { name: 'Sales', count: 2 },
      { name: 'Samples', count: 1 },
    ]);
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

  it('never offers what the person may not do', () => {
    expect(offerOf(app({}), { install: false, upgrade: true })).toEqual({ kind: 'none' });
    const upgradable = app({ ...installed, state: 'upgradable', latestVersion: '2.0.0' });
    expect(offerOf(upgradable, { install: true, upgrade: false })).toEqual({ kind: 'open' });
  });

  it('never offers a lower version than the installed one', () => {
    expect(offerOf(app({ ...installed, state: 'installed' }), mayAll, '0.9.0')).toEqual({ kind: 'open' });
  });

  it('compares versions by their numbers', () => {
    const version = fc.tuple(fc.nat(300), fc.nat(300), fc.nat(300));
    fc.assert(
      fc.property(version, version, (a, b) => {
        const difference = a.map((part, index) => part - (b[index] ?? 0)).find((part) => part !== 0) ?? 0;
        expect(Math.sign(compareVersions(a.join('.'), b.join('.')))).toBe(Math.sign(difference));
      }),
    );
  });
});

describe('manifest facts', () => {
  it('counts pages and buttons at every depth', () => {
    const button = { key: 'hello:item:add', type: 'F', name: 'Add' } as const;
    const page = { key: 'hello:item', type: 'C', name: 'Items', children: [button, button] } as const;
    expect(menuFacts([{ key: 'hello:root', type: 'M', name: 'Hello', children: [page] }])).toEqual({
      pages: ['Items'],
      buttons: 2,
    });
  });

  it('reads permissions in both forms', () => {
    expect(askedPermissions(['network'])).toEqual([{ name: 'network', scope: [] }]);
    expect(askedPermissions({ network: ['api.example.com'], env: true, files: false })).toEqual([
      { name: 'network', scope: ['api.example.com'] },
      { name: 'env', scope: [] },
    ]);
  });
});

describe('requirements', () => {
  const detail = (patch: Partial<MarketApp>, manifest: object) => ({ ...app(patch), versions: [], manifest });
  const manifest = { platform: '^1.0.0', dependencies: { pay: '^2.0.0' }, optionalDependencies: { im: '*' } };
  const pay = (patch: Partial<MarketApp>) => app({ appCode: 'pay', state: 'installed', ...patch });
  const judge = (of: ReturnType<typeof detail>, apps: MarketApp[]) =>
    Object.fromEntries(requirementsOf(of, apps).map(({ kind, met }) => [kind, met]));

  it.each([
    ['a fitting version', pay({ installedVersion: '2.1.0' }), true],
    ['too low a version', pay({ installedVersion: '1.9.0' }), false],
    ['a disabled one', pay({ installedVersion: '2.1.0', state: 'disabled' }), false],
    ['one whose installation failed', pay({ installedVersion: '2.1.0', state: 'failed' }), false],
  ])('judges a dependency by %s', (_, other, met) => {
    expect(judge(detail({ state: 'incompatible' }, manifest), [other])['dependency']).toBe(met);
  });

  it('takes the verdict of the server where it has accepted the whole', () => {
    expect(judge(detail({}, manifest), [])).toEqual({ platform: true, dependency: true, optional: false });
  });

  it('blames the platform only where nothing else can be to blame', () => {
    const refused = detail({ state: 'incompatible' }, manifest);
    expect(judge(refused, [pay({ installedVersion: '2.0.0' })])['platform']).toBe(false);
    expect(judge(refused, [])['platform']).toBeUndefined();
  });

  it('leaves the platform of an update to its installation', () => {
    const update = detail({ state: 'upgradable', installedVersion: '0.9.0' }, manifest);
    expect(judge(update, [])['platform']).toBeUndefined();
  });
});
