import type { Locator, Page } from '@playwright/test';
import { withStandIns } from './long.ts';

/** Something that opens over a page. */
export interface CheckedDialog {
  readonly name: string;
  readonly path: string;
  /** A link on it that leads to where the opener is. */
  readonly via?: RegExp;
  /** Element that opens it by Enter, in the page or in its frame. */
  readonly opener: (page: Page) => Locator;
  /** Where the opener opens a menu: the item of it to take. */
  readonly item?: RegExp;
  /** Has a form, in whose first field one can type at once. */
  readonly form?: true;
  /** The one that has the same parts and stands for it in the short run. */
  readonly like?: string;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first();
const inMain = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first();

const consoleOf = (name: string) => ({ path: '/apps/console', via: new RegExp(`^${name}`, 'i') });

/** The dialogs, drawers and questions of the shell and of its samples. */
const dialogs: readonly CheckedDialog[] = [
  { name: 'palette', path: '/', opener: button(/^Search… /) },
  { name: 'notices', path: '/', opener: button(/^Notices/), like: 'palette' },
  {
    name: 'change of password',
    path: '/',
    opener: button(/^Account of/),
    item: /password/,
    form: true,
    like: 'new user',
  },
  { name: 'uninstallation', path: '/apps/installed/hello', opener: inMain(/^Uninstall/), like: 'upgrade' },
  { name: 'upgrade', path: '/apps/installed/hello', opener: inMain(/^Upgrade/) },
  {
    name: 'disabling',
    path: '/apps/installed/hello',
    opener: inMain('Disable'),
    like: 'removal of a user',
  },
  { name: 'signatures', path: '/apps/console', opener: inMain('Check signatures'), like: 'upgrade' },
  { name: 'listing', ...consoleOf('hello'), opener: inMain('Edit'), form: true, like: 'new user' },
  {
    name: 'deployment',
    ...consoleOf('hello'),
    opener: inMain(/^More actions: /),
    item: /^Deploy/,
    like: 'removal of a user',
  },
  {
    name: 'deprecation',
    ...consoleOf('hello'),
    opener: inMain(/^More actions: /),
    item: /^Deprecate/,
    form: true,
    like: 'new user',
  },
  { name: 'unlisting', ...consoleOf('hello'), opener: inMain('Unlist'), like: 'removal of a user' },
  {
    name: 'removal of a listing',
    ...consoleOf('hello'),
    opener: inMain('Delete'),
    like: 'removal of a user',
  },
  {
    name: 'token',
    path: '/apps/console/catalog-tokens',
    opener: inMain('Issue a token'),
    form: true,
    like: 'new user',
  },
  { name: 'user', path: '/system/users', opener: inMain('Edit: admin'), form: true, like: 'new user' },
  { name: 'new user', path: '/system/users', opener: inMain('Add user'), form: true },
  {
    name: 'password of another',
    path: '/system/users',
    opener: inMain('More actions: reader'),
    item: /^Reset/,
    like: 'removal of a user',
  },
  {
    name: 'removal of a user',
    path: '/system/users',
    opener: inMain('More actions: reader'),
    item: /^Remove/,
  },
  { name: 'new role', path: '/system/roles', opener: inMain('Add role'), form: true, like: 'new user' },
  { name: 'new setting', path: '/system/config', opener: inMain('Add value'), form: true, like: 'new user' },
  { name: 'setting', path: '/system/config', opener: inMain(/^Edit: hello/), form: true, like: 'new user' },
  {
    name: 'new scheduled task',
    path: '/system/scheduler',
    opener: inMain('Add task'),
    form: true,
    like: 'new user',
  },
  {
    name: 'hello item',
    path: '/hello/items',
    opener: inMain('Add item'),
    form: true,
    like: 'new user',
  },
  { name: 'member', path: '/member/members', opener: inMain('Add member'), form: true, like: 'new user' },
];

/** All of them; those for which another one stands belong to the long run. */
export const checkedDialogs = withStandIns(dialogs);
