import { JAR } from '../package-builder.ts';
import type { HostilePackage } from './hostile-package.ts';

type Row = readonly [name: string, code: string, change: Record<string, unknown>];

const page = { key: 'hello:p', type: 'C', name: 'P', path: 'p', component: 'remote:hello/list' };
const menu = (change: Record<string, unknown>): Record<string, unknown> => ({
  menus: [{ ...page, ...change }],
});
const button = (change: Record<string, unknown>): Record<string, unknown> =>
  menu({ children: [{ key: 'hello:b', type: 'F', name: 'B', ...change }] });

const fields: readonly Row[] = [
  ['code-reserved', 'MANIFEST_CODE_RESERVED', { code: 'system' }],
  ['code-in-capitals', 'MANIFEST_CODE_INVALID', { code: 'Hello' }],
  ['code-with-a-path', 'MANIFEST_CODE_INVALID', { code: '../hello' }],
  ['code-with-a-newline', 'MANIFEST_CODE_INVALID', { code: 'hello\n' }],
  ['code-cyrillic', 'MANIFEST_CODE_INVALID', { code: 'h\u0435llo' }],
  ['code-too-long', 'MANIFEST_CODE_INVALID', { code: 'h'.repeat(33) }],
  ['code-a-number', 'MANIFEST_CODE_INVALID', { code: 7 }],
  ['code-missing', 'MANIFEST_CODE_INVALID', { code: undefined }],
  ['code-of-the-prototype', 'MANIFEST_CODE_INVALID', { code: '__proto__' }],
  ['version-of-two-parts', 'MANIFEST_VERSION_INVALID', { version: '1.0' }],
  ['version-of-four-parts', 'MANIFEST_VERSION_INVALID', { version: '1.0.0.1' }],
  ['version-with-a-build', 'MANIFEST_VERSION_INVALID', { version: '1.0.0+build.5' }],
  ['version-with-a-leading-zero', 'MANIFEST_VERSION_INVALID', { version: '01.0.0' }],
  ['version-with-a-newline', 'MANIFEST_VERSION_INVALID', { version: '1.0.0\n' }],
  ['version-with-a-path', 'MANIFEST_VERSION_INVALID', { version: '1.0.0/../../x' }],
  ['version-in-other-digits', 'MANIFEST_VERSION_INVALID', { version: '\u0661.0.0' }],
  ['version-beyond-numbers', 'MANIFEST_VERSION_INVALID', { version: `${'9'.repeat(40)}.0.0` }],
  ['name-empty', 'MANIFEST_INVALID', { name: '' }],
  ['name-too-long', 'MANIFEST_INVALID', { name: 'x'.repeat(10_000) }],
  ['name-that-runs-backwards', 'MANIFEST_TEXT_HIDDEN', { name: 'Payroll\u202eevil' }],
  ['name-with-hidden-characters', 'MANIFEST_TEXT_HIDDEN', { name: 'Pay\u200bments' }],
  ['name-with-a-newline', 'MANIFEST_TEXT_HIDDEN', { name: 'Hello\nlisted by the platform' }],
  ['name-with-a-control-sequence', 'MANIFEST_TEXT_HIDDEN', { name: 'Hello\u001b[2J' }],
  ['author-that-runs-backwards', 'MANIFEST_TEXT_HIDDEN', { author: '\u2067platform' }],
  ['homepage-script', 'MANIFEST_INVALID', { homepage: 'javascript:alert(1)' }],
  ['homepage-data', 'MANIFEST_INVALID', { homepage: 'data:text/html,<script>alert(1)</script>' }],
  ['icon-elsewhere', 'MANIFEST_INVALID', { icon: 'https://evil.example/a.svg' }],
  ['icon-with-traversal', 'MANIFEST_INVALID', { icon: 'frontend/../../a.svg' }],
  ['assets-missing', 'MANIFEST_FIELD_MISSING', { assets: undefined }],
  ['assets-list', 'MANIFEST_INVALID', { assets: [] }],
  ['backend-with-traversal', 'MANIFEST_INVALID', { assets: { backend: 'backend/../../a.jar' } }],
  [
    'backend-absolute',
    'MANIFEST_INVALID',
    { assets: { backend: '/backend/platform-hello-plugin-1.0.0.jar' } },
  ],
  [
    'backend-elsewhere',
    'MANIFEST_INVALID',
    { assets: { backend: 'frontend/platform-hello-plugin-1.0.0.jar' } },
  ],
  ['backend-named-otherwise', 'ASSET_BACKEND_NAME', { assets: { backend: 'backend/evil-1.0.0.jar' } }],
  [
    'frontend-with-traversal',
    'MANIFEST_INVALID',
    { assets: { backend: JAR, frontend: 'frontend/../backend/a.js' } },
  ],
  ['frontend-absolute', 'MANIFEST_INVALID', { assets: { backend: JAR, frontend: '/frontend/index.js' } }],
  [
    'frontend-elsewhere',
    'ASSET_FRONTEND_PATH',
    { assets: { backend: JAR, frontend: 'https://evil.example/index.js' } },
  ],
  [
    'frontend-with-a-query',
    'MANIFEST_INVALID',
    { assets: { backend: JAR, frontend: 'frontend/index.js?x' } },
  ],
  ['dependency-on-itself', 'DEPENDENCY_ON_ITSELF', { dependencies: { hello: '^1.0.0' } }],
  ['dependency-range', 'MANIFEST_RANGE_INVALID', { dependencies: { member: 'newest please' } }],
  ['dependency-code', 'MANIFEST_CODE_INVALID', { dependencies: { '../member': '^1.0.0' } }],
  ['platform-range', 'MANIFEST_RANGE_INVALID', { platform: 'whatever' }],
  ['permission-unknown', 'MANIFEST_INVALID', { permissions: ['root'] }],
  ['permissions-text', 'MANIFEST_INVALID', { permissions: 'network' }],
  ['shared-range', 'MANIFEST_INVALID', { shared: { vue: { requiredVersion: 'x.y' } } }],
  ['menus-of-numbers', 'MANIFEST_NOT_JSON', { menus: Array(400_000).fill(1) }],
  ['menus-object', 'MANIFEST_INVALID', { menus: { 0: page } }],
  ['menu-type', 'MANIFEST_INVALID', menu({ type: 'X' })],
  ['menu-without-key', 'MANIFEST_FIELD_MISSING', menu({ key: undefined })],
  ['menu-key-of-another', 'MENU_KEY_PREFIX', menu({ key: 'member:p' })],
  ['menu-key-of-a-longer-code', 'MENU_KEY_PREFIX', menu({ key: 'hello-world:p' })],
  ['menu-key-twice', 'MENU_KEY_DUPLICATE', { menus: [page, { ...page, path: 'q' }] }],
  ['menu-component-of-another', 'MENU_COMPONENT_FOREIGN', menu({ component: 'remote:member/list' })],
  ['menu-component-of-the-host', 'MANIFEST_INVALID', menu({ component: 'system/user/index' })],
  ['menu-component-with-traversal', 'MANIFEST_INVALID', menu({ component: 'remote:hello/../member/list' })],
  ['menu-path-absolute', 'MANIFEST_INVALID', menu({ path: '/system/user' })],
  ['menu-path-with-traversal', 'MANIFEST_INVALID', menu({ path: '../system/user' })],
  ['menu-path-script', 'MANIFEST_INVALID', menu({ path: 'javascript:alert(1)' })],
  ['menu-path-external', 'MANIFEST_INVALID', menu({ path: 'https://evil.example' })],
  ['menu-path-of-the-host', 'MENU_PATH_RESERVED', menu({ path: 'upload/list' })],
  ['menu-path-of-the-shell', 'MENU_PATH_RESERVED', menu({ path: 'Login' })],
  ['menu-path-of-the-shells-files', 'MENU_PATH_RESERVED', menu({ path: '_shell' })],
  ['menu-permission-of-the-host', 'MENU_PERMISSION_RESERVED', button({ perms: 'system:user:remove' })],
  ['menu-permission-of-all', 'MANIFEST_INVALID', button({ perms: '*:*:*' })],
  [
    'menu-permission-of-the-host-in-capitals',
    'MENU_PERMISSION_RESERVED',
    button({ perms: 'System:user:remove' }),
  ],
  ['menu-permission-that-fits-others', 'MENU_PERMISSION_RESERVED', button({ perms: 'member:*' })],
  [
    'menu-key-that-differs-by-case',
    'MENU_KEY_DUPLICATE',
    { menus: [page, { ...page, key: page.key.toUpperCase().replace('HELLO', 'hello'), path: 'q' }] },
  ],
  ['name-blank', 'MANIFEST_TEXT_HIDDEN', { name: ' \u3000 ' }],
  ['name-filler', 'MANIFEST_TEXT_HIDDEN', { name: '\u3164' }],
  ['name-half-a-character', 'MANIFEST_TEXT_HIDDEN', { name: 'a\ud800' }],
  ['name-under-marks', 'MANIFEST_TEXT_HIDDEN', { name: `a${'\u0301'.repeat(30)}` }],
  ['author-joined', 'MANIFEST_TEXT_HIDDEN', { author: 'Plat\u200dform' }],
  ['homepage-with-password', 'MANIFEST_INVALID', { homepage: 'https://bank.example:x@evil.example/' }],
  ['homepage-that-is-none', 'MANIFEST_INVALID', { homepage: 'https://[::1' }],
  ['menu-button-with-children', 'MENU_PLACEMENT', button({ children: [page] })],
  ['menu-name-that-runs-backwards', 'MANIFEST_TEXT_HIDDEN', menu({ name: 'a\u202eb' })],
  [
    'menu-name-in-a-language-that-runs-backwards',
    'MANIFEST_TEXT_HIDDEN',
    menu({ names: { 'zh-CN': 'a\u202eb' } }),
  ],
  ['menu-icon-script', 'MANIFEST_INVALID', menu({ icon: 'javascript:alert(1)' })],
  ['menu-tree-too-deep', 'MANIFEST_NOT_JSON', { menus: [deep(2_000)] }],
];

/** Fields of the manifest (spec: Manifest, menu rules). */
export const MANIFESTS: readonly HostilePackage[] = fields.map(([name, code, manifest]) => ({
  name: `manifest-${name}`,
  code,
  manifest,
}));

function deep(levels: number): Record<string, unknown> {
  let tree: Record<string, unknown> = page;
  for (let level = 0; level < levels; level++) {
    tree = { key: `hello:m${level}`, type: 'M', name: 'M', path: `m${level}`, children: [tree] };
  }
  return tree;
}
