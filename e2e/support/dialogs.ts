import type { Locator, Page } from '@playwright/test';

/** Something that opens over a page. */
export interface CheckedDialog {
  readonly name: string;
  readonly path: string;
  /** A link on it that leads to where the opener is. */
  readonly via?: RegExp;
  /** What opens it by Enter, in the page or in its frame. */
  readonly opener: (page: Page) => Locator;
  /** Where the opener opens a menu: the item of it to take. */
  readonly item?: RegExp;
  /** Has a form, in whose first field one can type at once. */
  readonly form?: true;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first();
const inMain = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first();

const consoleOf = (name: string) => ({ path: '/apps/console', via: new RegExp(`^${name}`, 'i') });

/** The dialogs, drawers and questions of the shell and of its samples. */
export const checkedDialogs: readonly CheckedDialog[] = [
  { name: 'palette', path: '/', opener: button(/^Search… /) },
  { name: 'notices', path: '/', opener: button(/^Notices/) },
  { name: 'change of password', path: '/', opener: button(/^Account of/), item: /password/, form: true },
  { name: 'uninstallation', path: '/apps/installed/hello', opener: inMain(/^Uninstall/) },
  { name: 'upgrade', path: '/apps/installed/hello', opener: inMain(/^Upgrade/) },
  { name: 'disabling', path: '/apps/installed/hello', opener: inMain('Disable') },
  { name: 'task', path: '/apps/tasks', opener: (page) => page.locator('.tasks-link').first() },
  { name: 'signatures', path: '/apps/console', opener: inMain('Check signatures') },
  { name: 'listing', ...consoleOf('hello'), opener: inMain('Edit'), form: true },
  { name: 'deployment', ...consoleOf('hello'), opener: inMain(/^More actions: /), item: /^Deploy/ },
  {
    name: 'deprecation',
    ...consoleOf('hello'),
    opener: inMain(/^More actions: /),
    item: /^Deprecate/,
    form: true,
  },
  { name: 'unlisting', ...consoleOf('hello'), opener: inMain('Unlist') },
  { name: 'removal of a listing', ...consoleOf('hello'), opener: inMain('Delete') },
  { name: 'token', path: '/apps/console/catalog-tokens', opener: inMain('Issue a token'), form: true },
  { name: 'user', path: '/system/users', opener: inMain('Edit: admin'), form: true },
  { name: 'new user', path: '/system/users', opener: inMain('Add user'), form: true },
  {
    name: 'password of another',
    path: '/system/users',
    opener: inMain('More actions: reader'),
    item: /^Reset/,
  },
  {
    name: 'removal of a user',
    path: '/system/users',
    opener: inMain('More actions: reader'),
    item: /^Remove/,
  },
  { name: 'role', path: '/system/roles', opener: inMain(/^Edit: /), form: true },
  { name: 'new role', path: '/system/roles', opener: inMain('Add role'), form: true },
  { name: 'new setting', path: '/system/config', opener: inMain('Add value'), form: true },
  { name: 'setting', path: '/system/config', opener: inMain(/^Edit: hello/), form: true },
  {
    name: 'removal of a setting',
    path: '/system/config',
    opener: inMain(/^More actions: hello/),
    item: /^Remove/,
  },
  { name: 'new scheduled task', path: '/system/scheduler', opener: inMain('Add task'), form: true },
  { name: 'hello item', path: '/hello/items', opener: inMain('Add item'), form: true },
  { name: 'member', path: '/member/members', opener: inMain('Add member'), form: true },
];
