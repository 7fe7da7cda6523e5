import { describe, expect, it } from 'vitest';
import type { Finding } from '../finding.ts';
import { builtinAccess } from './builtins.ts';
import { viewKeysOf } from './check-menus.ts';
import { platformFindings } from './check-platform.ts';
import { legible } from './hidden-characters.ts';
import { parseManifest } from './parse-manifest.ts';
import { describePermissions, permissionsOf } from './permissions.ts';
import { isReserved } from './reserved-names.ts';
import { expectedAt, schemaAt } from './schema-nodes.ts';
import type { AppManifest } from './schema.ts';
import { findJsonDoubts } from './strict-json.ts';

const minimal = { code: 'hello', name: 'Hello', version: '1.0.0', assets: {} };
const found = (change: object, reserved?: string[]): readonly Finding[] =>
  parseManifest(JSON.stringify({ ...minimal, ...change }), reserved).findings;
const codes = (change: object, reserved?: string[]) =>
  found(change, reserved).map(({ code, pointer }) => `${code} ${pointer}`);
const page = { key: 'hello:p', type: 'C', name: 'P', path: 'p', component: 'remote:hello/p' };
const folder = { key: 'hello:m', type: 'M', name: 'M', path: 'm' };
const withMenus = (...menus: unknown[]) => ({ assets: { frontend: 'frontend/index.js' }, menus });

describe('a text that people read', () => {
  it.each([
    ['blank', '   '],
    ['with a pile of marks', `a${'\u0301'.repeat(8)}`],
    ['with a character that turns its direction', 'a\u202eb'],
    ['with a joiner between Latin letters', 'a\u200db'],
    ['with a line separator', 'a\u2028b'],
    ['with half a character', 'a\ud800b'],
  ])('is refused: %s', (_title, text) => {
    for (const field of ['name', 'author', 'category', 'description'])
      expect(codes({ [field]: text })).toEqual([`MANIFEST_TEXT_HIDDEN /${field}`]);
    expect(codes(withMenus({ ...folder, name: text, names: { fr: text } }))).toEqual([
      'MANIFEST_TEXT_HIDDEN /menus/0/name',
      'MANIFEST_TEXT_HIDDEN /menus/0/names/fr',
    ]);
    expect(codes({ names: { fr: text }, descriptions: { fr: text } })).toEqual([
      'MANIFEST_TEXT_HIDDEN /names/fr',
      'MANIFEST_TEXT_HIDDEN /descriptions/fr',
    ]);
  });

  it('names the character by its number', () => {
    expect(found({ name: 'a\u202eb' })[0]?.message).toContain('/name: the character U+202E is invisible');
    expect(found({ name: 'a\u0007b' })[0]?.message).toContain('U+0007');
  });

  it('may have marks, joiners of other scripts, and line breaks in the description', () => {
    expect(codes({ name: `a${'\u0301'.repeat(7)} می\u200cروم` })).toEqual([]);
    expect(codes({ description: 'one\n\ttwo\r\n', author: '', category: '' })).toEqual([]);
    expect(codes({ name: 'one\ntwo' })).toEqual(['MANIFEST_TEXT_HIDDEN /name']);
  });

  it('is made legible where it is shown', () => {
    expect(legible('a\u202eb\u0000 ü می\u200c')).toBe('a\\u{202e}b\\u{0} ü می\u200c');
  });
});

it('says what the path of a page may hold', () => {
  expect(codes(withMenus({ ...page, path: 'items/:id/:tab' }))).toEqual([]);
  const [finding] = found(withMenus({ ...page, path: 'items/:tab?' }));
  expect(finding?.message).toContain('letters, digits, -, _ and parameters');
});

describe('the homepage', () => {
  it.each(['https://a.example/ b', 'https://user@a.example', 'https://:word@a.example', 'https://'])(
    'is refused: %s',
    (homepage) => expect(codes({ homepage })).toEqual(['MANIFEST_INVALID /homepage']),
  );

  it.each(['https://a.example', 'http://a.example/x?y=@z'])('may be %s', (homepage) =>
    expect(codes({ homepage })).toEqual([]),
  );
});

describe('dependencies', () => {
  it('are named by codes of applications', () => {
    const dependencies = { 'Not/a~code': '1' };
    expect(codes({ dependencies }).map((found) => found.split(' ')[1])).toEqual([
      '/dependencies/Not~1a~0code',
    ]);
  });

  it('exclude the application itself, also as optional', () => {
    expect(codes({ optionalDependencies: { hello: '1' } })).toEqual(['DEPENDENCY_ON_ITSELF /dependencies']);
  });

  it.each(['runtimeApi', 'platform'])('and %s have ranges', (field) => {
    expect(codes({ [field]: 'one' })).toEqual([`MANIFEST_RANGE_INVALID /${field}`]);
    expect(codes({ [field]: '>=1 <3' })).toEqual([]);
  });

  it('may be optional with a range only', () => {
    expect(codes({ optionalDependencies: { pay: 'one' } })).toEqual([
      'MANIFEST_RANGE_INVALID /optionalDependencies/pay',
    ]);
  });
});

describe('menus', () => {
  it.each(['system:user:list', 'System:user:list', '*:*:*', 'shop:*:list', '*'])(
    'grant no permission such as %s',
    (perms) => {
      const given = codes(withMenus({ ...page, perms }));
      expect(given.map((found) => found.split(' ')[1])).toEqual(['/menus/0/perms']);
    },
  );

  it.each(['hello:item:list', 'hello:*:list', 'shop:item:list'])('may grant %s', (perms) => {
    expect(codes(withMenus({ ...page, perms }))).toEqual([]);
  });

  it('findings: have no component and query that the host cannot store', () => {
    const long = (length: number) => withMenus({ ...page, component: `remote:hello/${'x'.repeat(length)}` });
    expect(codes(long(187))).toEqual([]);
    expect(codes(long(188))).toEqual(['MANIFEST_INVALID /menus/0/component']);
    const query = (length: number) => withMenus({ ...page, query: { a: 'x'.repeat(length) } });
    expect(codes(query(492))).toEqual([]);
    expect(codes(query(493))).toEqual(['MANIFEST_INVALID /menus/0/query']);
  });

  it('have no address of the host at the root, unless they are installed', () => {
    const reserved = { ...folder, path: 'System/x' };
    expect(codes(withMenus(reserved))).toEqual(['MENU_PATH_RESERVED /menus/0/path']);
    expect(codes(withMenus({ ...folder, path: '_own' }))).toEqual(['MENU_PATH_RESERVED /menus/0/path']);
    expect(codes(withMenus({ ...folder, children: [{ ...page, path: 'system' }] }))).toEqual([]);
    expect(codes(withMenus(reserved), [])).toEqual([]);
  });

  it('have keys that differ in more than case, and say which is first', () => {
    const [finding] = found(withMenus(page, folder, { ...page, key: 'hello:P', path: 'q' }));
    expect(finding).toMatchObject({ code: 'MENU_KEY_DUPLICATE', pointer: '/menus/2/key' });
    expect(finding?.message).toContain('"hello:P" is also the key of /menus/0.');
  });

  it('say where they are not allowed, and how to name them', () => {
    const child = { ...page, key: 'hello:q', path: 'q' };
    expect(found(withMenus({ ...page, children: [child] }))[0]?.message).toBe(
      '/menus/0/children/0: C "hello:q" is not allowed under C "hello:p".',
    );
    expect(found(withMenus({ key: 'hello:b', type: 'F', name: 'B' }))[0]?.message).toContain('at the root');
    expect(found(withMenus({ ...folder, key: 'other:a:b' }))[0]?.fix).toBe('Name it hello:a:b.');
  });

  it('give each view key once', () => {
    const manifest = {
      ...minimal,
      menus: [
        page,
        { ...folder, children: [{ ...page, key: 'hello:q', component: 'remote:hello/q' }, page] },
        { ...page, component: 'remote:other/x' },
      ],
    } as unknown as AppManifest;
    expect(viewKeysOf(manifest)).toEqual(['p', 'q']);
    expect(viewKeysOf({ ...manifest, menus: [] })).toEqual([]);
  });
});

describe('the range of the platform', () => {
  it.each([
    ['>=1.0.0 <2', '1.5.0', []],
    ['>=2', '1.5.0', ['PLATFORM_RANGE_UNMET']],
    ['one', '1.5.0', []],
    [undefined, '1.5.0', []],
  ])('%s with %s: %j', (platform, version, expected) => {
    const findings = platformFindings({ platform }, version, 'warning');
    expect(findings.map(({ code }) => code)).toEqual(expected);
    for (const finding of findings)
      expect(finding).toMatchObject({ severity: 'warning', pointer: '/platform' });
  });
});

describe('JSON that is too much', () => {
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const codeOf = (text: string) => parseManifest(text).findings[0]?.code;

  it('has more than 32 levels', () => {
    expect(codeOf(nested(33))).toBe('MANIFEST_NOT_JSON');
    expect(codeOf(nested(32))).not.toBe('MANIFEST_NOT_JSON');
  });

  it('has more than 50,000 values', () => {
    const listed = (values: number) => JSON.stringify(Array.from({ length: values }, () => null));
    expect(codeOf(listed(50_000))).toBe('MANIFEST_NOT_JSON');
    expect(codeOf(listed(49_999))).not.toBe('MANIFEST_NOT_JSON');
  });
});

describe('a finding of the schema', () => {
  it('shows the beginning of a long value', () => {
    const value = 'x'.repeat(100);
    expect(found({ assets: value })[0]?.message).toContain(`found "${'x'.repeat(79)}…, expected`);
    expect(found({ assets: 'x'.repeat(78) })[0]?.message).toContain(`found "${'x'.repeat(78)}", expected`);
  });

  it('is given for the innermost place only', () => {
    expect(codes({ menus: [{ ...folder, children: [{ ...page, order: -1 }] }] })).toEqual([
      'MANIFEST_INVALID /menus/0/children/0/order',
    ]);
    expect(codes({ shared: { '@a/b~c': 1 } })).toEqual(['MANIFEST_INVALID /shared/@a~1b~0c']);
  });

  it('describes what is expected, from the nearest place that says so', () => {
    expect(expectedAt('')).toBe('a JSON object');
    expect(expectedAt('/menus/0/children/3/order')).toBe('a non-negative integer');
    expect(expectedAt('/menus/0/query/tab')).toBe('an object whose values are strings');
    expect(expectedAt('/unknown/deep')).toBe('a JSON object');
    expect(schemaAt('/shared/@a~1b')).toMatchObject({ type: 'string' });
    expect(schemaAt('/unknown')).toBeUndefined();
  });

  it('escapes the names of unknown fields, and lets the schema be named', () => {
    expect(codes({ 'a/b~c': 1, $schema: 'x' })).toEqual(['MANIFEST_FIELD_UNKNOWN /a~1b~0c']);
    expect(codes({ assets: { $schema: 'x' } })).toEqual(['MANIFEST_FIELD_UNKNOWN /assets/$schema']);
  });

  it('says how a doubtful name is mended', () => {
    const twice = parseManifest('{"code": "a", "code": "b"}').findings[0];
    expect(twice).toMatchObject({ code: 'MANIFEST_KEY_TWICE', pointer: '/code', severity: 'error' });
    expect(twice?.message).toContain('"code" appears twice');
    const reserved = parseManifest('{"constructor": 1}').findings[0];
    expect(reserved?.message).toBe('/constructor: "constructor" is not a valid field name.');
  });
});

it.each([
  ['{"a~b": {"c": 1, "c": 2}}', '/a~0b/c'],
  ['[[], [{}], {"a": 1, "a": 2}]', '/2/a'],
  ['{"x": "a\\":", "y": {"prototype": 1}}', '/y/prototype'],
])('finds the place of a doubt in %s', (text, pointer) => {
  expect(findJsonDoubts(text).map((doubt) => doubt.pointer)).toEqual([pointer]);
});

it('normalizes and describes both forms of permissions', () => {
  expect(permissionsOf({})).toEqual({});
  expect(permissionsOf({ permissions: ['files', 'network'] })).toEqual({ files: true, network: true });
  const network = { network: ['b.example', 'a.example'], env: true } as const;
  expect(permissionsOf({ permissions: network as never })).toEqual(network);
  expect(describePermissions(network)).toBe('network (a.example, b.example), env');
  expect(describePermissions({ env: true, process: true, files: true, network: true })).toBe(
    'network, files, process, env',
  );
  expect(describePermissions({})).toBe('');
});

it.each([
  ['node:path', 'free'],
  ['path/posix', 'free'],
  ['zlib', 'free'],
  ['node:http', 'network'],
  ['dns/promises', 'network'],
  ['tls', 'network'],
  ['node:fs/promises', 'files'],
  ['child_process', 'process'],
  ['node:worker_threads', 'process'],
  ['vm', 'never'],
  ['node:module', 'never'],
  ['', 'never'],
  ['x-node:path', 'never'],
])('the built-in module "%s" may be imported: %s', (specifier, access) => {
  expect(builtinAccess(specifier)).toBe(access);
});

it('reserves names in any case, and all that begin with an underscore', () => {
  expect(['System', '_x', 'shop', 'x_'].map((name) => isReserved(name, ['system']))).toEqual([
    ...[true, true, false, false],
  ]);
});
