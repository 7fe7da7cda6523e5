import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manifestJsonSchema } from './json-schema.ts';
import { parseManifest } from './parse-manifest.ts';

const complete = {
  $schema: '../../app.schema.json',
  code: 'hello',
  name: 'Hello',
  names: { 'zh-CN': '问候', fr: 'Bonjour' },
  version: '1.0.0',
  description: 'Greets.',
  descriptions: { 'zh-CN': '向人问候。\n也会回应。' },
  author: 'Somebody',
  icon: 'ChatDotRound',
  category: 'samples',
  homepage: 'https://example.com',
  assets: {
    backend: 'backend/platform-hello-plugin-1.0.0.jar',
    frontend: 'frontend/index.js',
    signature: 'signature.txt',
  },
  platform: '>=1.0.0 <2',
  dependencies: { member: '^1.0.0' },
  optionalDependencies: { pay: '*' },
  shared: { vue: '^3.5.0' },
  runtimeApi: '^1.0.0',
  permissions: { network: ['api.example.com'] },
  menus: [
    {
      key: 'hello:root',
      type: 'M',
      name: 'Hello',
      path: 'hello',
      icon: 'frontend/hello.svg',
      order: 1,
      children: [
        {
          key: 'hello:item',
          type: 'C',
          name: 'Items',
          path: 'items',
          component: 'remote:hello/list',
          perms: 'hello:item:list',
          visible: true,
          cache: false,
          query: { tab: 'open' },
          children: [{ key: 'hello:item:add', type: 'F', name: 'Add', perms: 'hello:item:add' }],
        },
      ],
    },
  ],
};

const minimal = { code: 'hello', name: 'Hello', version: '1.0.0', assets: {} };
const parse = (manifest: unknown, reserved?: string[]) => parseManifest(JSON.stringify(manifest), reserved);
const codes = (manifest: unknown) =>
  parse(manifest).findings.map(({ code, pointer }) => `${code} ${pointer}`);
const page = { key: 'hello:p', type: 'C', name: 'P', path: 'p', component: 'remote:hello/p' };
const button = { key: 'hello:b', type: 'F', name: 'B' };
const folder = { key: 'hello:m', type: 'M', name: 'M', path: 'm' };
const withMenus = (...menus: unknown[]) => ({ ...minimal, assets: { frontend: 'frontend/index.js' }, menus });

test('spec: Manifest: accepts a complete and a minimal one without findings', () => {
  expect(parse(complete).findings).toEqual([]);
  expect(parse(complete).manifest).toEqual(complete);
  expect(parse(minimal).findings).toEqual([]);
  expect(parseManifest(Buffer.from(JSON.stringify(minimal))).manifest).toEqual(minimal);
});

test('gives pointer, actual and expected value in a finding', () => {
  expect(parse({ ...minimal, version: '1.0' }).findings).toEqual([
    {
      code: 'MANIFEST_VERSION_INVALID',
      severity: 'error',
      entry: 'app.json',
      pointer: '/version',
      message: '/version: found "1.0", expected x.y.z without leading zeros, for example 1.0.0.',
      fix: 'Correct /version to x.y.z without leading zeros, for example 1.0.0.',
    },
  ]);
});

test.each(['1.0', '1.0.0.1', '1.0.0+build.5', '01.0.0', 'v1.0.0', '1.0.0-rc.1', '1.0.9007199254740993', ''])(
  'spec: Errors/version not of x.y.z form: %s',
  (version) => {
    expect(codes({ ...minimal, version })).toEqual(['MANIFEST_VERSION_INVALID /version']);
  },
);

test('reports every finding at once', () => {
  expect(codes({ code: 'H', version: '1', assets: [], menus: [{ key: 'x', type: 'Q' }] })).toEqual([
    'MANIFEST_FIELD_MISSING /name',
    'MANIFEST_CODE_INVALID /code',
    'MANIFEST_VERSION_INVALID /version',
    'MANIFEST_INVALID /assets',
    'MANIFEST_FIELD_MISSING /menus/0/name',
    'MANIFEST_INVALID /menus/0/key',
    'MANIFEST_INVALID /menus/0/type',
  ]);
});

test('reports every wrong menu at once, however many there are (design 4.3)', () => {
  const menus = Array.from({ length: 40 }, (_, at) => ({
    key: `hello:m${at}`,
    type: 'X',
    name: 'M',
    path: 'm',
  }));
  const { findings } = parseManifest(JSON.stringify({ ...complete, menus }));
  expect(findings.map(({ pointer }) => pointer)).toEqual(menus.map((_, at) => `/menus/${at}/type`));
});

test('keeps unknown fields and warns of them', () => {
  const manifest = { ...minimal, colour: 'red', menus: [{ ...folder, badge: 1 }] };
  const { manifest: parsed, findings } = parse(manifest);
  expect(parsed).toEqual(manifest);
  expect(findings.every(({ severity }) => severity === 'warning')).toBe(true);
  expect(codes(manifest)).toEqual([
    'MANIFEST_FIELD_UNKNOWN /colour',
    'MANIFEST_FIELD_UNKNOWN /menus/0/badge',
  ]);
});

describe('single fields', () => {
  const cases: Array<[expected: string, change: object]> = [
    ['MANIFEST_CODE_RESERVED /code', { code: 'system' }],
    ['MANIFEST_INVALID /homepage', { homepage: 'javascript:alert(1)' }],
    ['MANIFEST_INVALID /names', { names: ['问候'] }],
    ['MANIFEST_INVALID /names/zh_CN', { names: { zh_CN: '问候' } }],
    ['MANIFEST_INVALID /names/zh-CN', { names: { 'zh-CN': '' } }],
    ['MANIFEST_INVALID /names/zh-CN', { names: { 'zh-CN': '好'.repeat(101) } }],
    ['MANIFEST_INVALID /descriptions/zh-CN', { descriptions: { 'zh-CN': '好'.repeat(2001) } }],
    ['MANIFEST_RANGE_INVALID /platform', { platform: 'one' }],
    ['MANIFEST_RANGE_INVALID /dependencies/member', { dependencies: { member: 'one' } }],
    ['MANIFEST_RANGE_INVALID /shared/@a~1b', { shared: { '@a/b': 'one' } }],
    ['DEPENDENCY_ON_ITSELF /dependencies', { dependencies: { hello: '1' } }],
    [
      'DEPENDENCY_TWICE /optionalDependencies/pay',
      { dependencies: { pay: '1' }, optionalDependencies: { pay: '1' } },
    ],
    [
      'ASSET_BACKEND_NAME /assets/backend',
      { assets: { backend: 'backend/platform-hello-plugin-1.0.1.jar' } },
    ],
    ['MANIFEST_INVALID /assets/backend', { assets: { backend: 'hello.jar' } }],
    ['ASSET_FRONTEND_FOLDER /assets/frontend', { assets: { frontend: 'index.js' } }],
    ['ASSET_FRONTEND_PATH /assets/frontend', { assets: { frontend: 'web/index.js' } }],
    ['MANIFEST_INVALID /permissions', { permissions: 'all' }],
    ['MANIFEST_INVALID /permissions/0', { permissions: ['disk'] }],
    ['MANIFEST_INVALID /permissions/network/0', { permissions: { network: ['https://api.example.com'] } }],
    ['MANIFEST_INVALID /permissions/network', { permissions: { network: [] } }],
  ];
  test.each(cases)('%s', (expected, change) => {
    expect(codes({ ...minimal, ...change })).toEqual([expected]);
  });

  test("refuses the host's additional first segments", () => {
    expect(parse(minimal, ['hello']).findings[0]?.code).toBe('MANIFEST_CODE_RESERVED');
  });
});

describe('menus (design 9.5-26)', () => {
  const cases: Array<[expected: string, ...menus: unknown[]]> = [
    ['MENU_KEY_DUPLICATE /menus/1/key', page, { ...page, path: 'q' }],
    ['MENU_KEY_PREFIX /menus/0/key', { ...page, key: 'other:p' }],
    ['MENU_PLACEMENT /menus/0/children/0', { ...page, children: [{ ...page, key: 'hello:q' }] }],
    ['MENU_PLACEMENT /menus/0', button],
    [
      'MENU_PLACEMENT /menus/0/children/0/children/0',
      { ...folder, children: [{ ...button, children: [{ ...button, key: 'hello:c' }] }] },
    ],
    ['MENU_PATH_MISSING /menus/0', { ...folder, path: undefined }],
    ['MANIFEST_INVALID /menus/0/path', { ...folder, path: '/m' }],
    ['MENU_COMPONENT_MISSING /menus/0', { ...page, component: undefined }],
    ['MENU_COMPONENT_SUPERFLUOUS /menus/0/component', { ...folder, component: 'remote:hello/p' }],
    ['MENU_COMPONENT_FOREIGN /menus/0/component', { ...page, component: 'remote:other/p' }],
    ['MANIFEST_INVALID /menus/0/component', { ...page, component: 'host:market/list' }],
    ['MANIFEST_INVALID /menus/0/names/zh-CN', { ...page, names: { 'zh-CN': '' } }],
  ];
  test.each(cases)('%s', (expected, ...menus) => {
    expect(codes(withMenus(...menus))).toEqual([expected]);
  });

  test('accepts names of a menu in no language, as earlier hosts did', () => {
    expect(codes(withMenus({ ...page, names: { zh_CN: '页面' } }))).toEqual([]);
  });

  test('accepts M and C at the root, F under both, and F at the root without a frontend', () => {
    expect(codes(withMenus({ ...page, names: { 'zh-CN': '页面', fr: 'Page' } }))).toEqual([]);
    expect(codes(withMenus({ ...folder, children: [button, { ...folder, key: 'hello:n' }] }, page))).toEqual(
      [],
    );
    expect(codes({ ...minimal, menus: [button] })).toEqual([]);
  });

  test('requires a frontend for a page', () => {
    expect(codes({ ...minimal, menus: [page] })).toEqual(['MENU_WITHOUT_FRONTEND /menus/0/component']);
  });
});

describe('text that is not a manifest', () => {
  const cases = { empty: '', cut: '{', list: '[]', null: 'null', text: '"x"', 'byte order mark': '\uFEFF{}' };
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  test.each(Object.entries({ ...cases, deep }))('%s', (_name, text) => {
    expect(parseManifest(text).manifest).toBeUndefined();
    expect(parseManifest(text).findings[0]?.severity).toBe('error');
  });

  test('invalid UTF-8', () => {
    expect(parseManifest(Buffer.from([0x7b, 0xff, 0x7d])).findings[0]?.code).toBe('MANIFEST_NOT_JSON');
  });

  test('never throws, whatever the JSON', () => {
    const anything = fc.oneof(
      fc.json(),
      fc
        .record(
          { ...Object.fromEntries(Object.keys(complete).map((key) => [key, fc.jsonValue()])) },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
      fc
        .record({
          menus: fc.array(fc.dictionary(fc.constantFrom('key', 'type', 'children', 'path'), fc.jsonValue())),
        })
        .map((value) => JSON.stringify({ ...minimal, ...value })),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const { manifest, findings } = parseManifest(text);
        expect(manifest !== undefined).toBe(!findings.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: 500 },
    );
  });
});

test('app.schema.json is current', async () => {
  const file = await readFile(new URL('../../app.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(file)).toEqual(JSON.parse(manifestJsonSchema()));
});
