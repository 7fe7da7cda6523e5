import type { MenuType } from '../menus/menu.ts';

/** A menu of the host, by keys instead of identifiers. */
export interface HostMenu {
  readonly menuKey: string;
  readonly parentKey: string | null;
  readonly menuName: string;
  readonly menuType: MenuType;
  readonly path?: string;
  readonly component?: string;
  readonly perms?: string;
  readonly icon?: string;
  /** Place among its siblings, where it is not that of this list. */
  readonly order?: number;
}

const directory = (
  menuKey: string,
  menuName: string,
  path: string,
  icon: string,
  order?: number,
): HostMenu => ({
  menuKey,
  parentKey: null,
  menuName,
  menuType: 'M',
  path,
  icon,
  ...(order === undefined ? {} : { order }),
});

/** A directory of pages below `/system`, below the applications, whose places are their own. */
const group = (menuKey: string, menuName: string, icon: string, order: number): HostMenu =>
  directory(menuKey, menuName, '/system', icon, order);

const page = (
  menuKey: string,
  parentKey: string | null,
  menuName: string,
  more: Pick<HostMenu, 'path' | 'component' | 'perms' | 'icon'>,
): HostMenu => ({ menuKey, parentKey, menuName, menuType: 'C', ...more });

const labels = {
  list: 'List',
  query: 'Show',
  add: 'Add',
  edit: 'Change',
  remove: 'Remove',
  run: 'Run',
  publish: 'Publish',
} as const;

type Action = keyof typeof labels;

/** One button for each action, with the permission `<resource>:<action>`. */
const buttons = (parentKey: string, resource: string, actions: readonly Action[], noun = ''): HostMenu[] =>
  actions.map((action) => ({
    menuKey: `host:${resource}:${action}`,
    parentKey,
    menuName: noun === '' ? labels[action] : `${labels[action]}: ${noun}`,
    menuType: 'F',
    perms: `${resource}:${action}`,
  }));

const EDITING: readonly Action[] = ['query', 'add', 'edit', 'remove'];
const ALL: readonly Action[] = ['list', ...EDITING];
const READING: readonly Action[] = ['list', 'query', 'remove'];

/** The directory that held every page of the system before there were groups. */
export const FORMER_DIRECTORY = 'host:system';

/**
 * The host's own pages, and every permission of the host as a button, so that roles can be given
 * each of them.
 */
export const hostMenus: readonly HostMenu[] = [
  page('host:market', null, 'Marketplace', { path: '/market', component: 'host:market/list', icon: 'Shop' }),
  directory('host:apps', 'Applications', '/apps', 'Grid'),
  page('host:installed', 'host:apps', 'Installed', {
    path: 'installed',
    component: 'host:installed/list',
    perms: 'app:install:list',
    icon: 'Box',
  }),
  ...buttons('host:installed', 'app:install', ['add', 'edit', 'remove']),
  page('host:console', 'host:apps', 'Console', {
    path: 'console',
    component: 'host:console/list',
    perms: 'app:console:list',
    icon: 'Upload',
  }),
  ...buttons('host:console', 'app:console', EDITING),
  page('host:tasks', 'host:apps', 'Tasks', {
    path: 'tasks',
    component: 'host:tasks/list',
    perms: 'app:install:list',
    icon: 'Clock',
  }),
  group('host:people', 'People', 'UserFilled', 997),
  page('host:users', 'host:people', 'Users', {
    path: 'users',
    component: 'host:system/users',
    perms: 'system:user:list',
    icon: 'User',
  }),
  ...buttons('host:users', 'system:user', EDITING),
  page('host:departments', 'host:people', 'Departments', {
    path: 'departments',
    component: 'host:departments/list',
    perms: 'system:dept:list',
    icon: 'Share',
  }),
  ...buttons('host:departments', 'system:dept', ['add', 'edit', 'remove']),
  page('host:posts', 'host:people', 'Posts', {
    path: 'posts',
    component: 'host:departments/posts',
    perms: 'system:post:list',
    icon: 'Ticket',
  }),
  ...buttons('host:posts', 'system:post', ['add', 'edit', 'remove']),
  page('host:roles', 'host:people', 'Roles', {
    path: 'roles',
    component: 'host:system/roles',
    perms: 'system:role:list',
    icon: 'Avatar',
  }),
  ...buttons('host:roles', 'system:role', EDITING),
  page('host:tenants', 'host:people', 'Tenants', {
    path: 'tenants',
    component: 'host:tenants/list',
    perms: 'system:tenant:list',
    icon: 'School',
  }),
  ...buttons('host:tenants', 'system:tenant', ALL),
  page('host:online', 'host:people', 'Sessions', {
    path: 'sessions',
    component: 'host:online/list',
    perms: 'system:online:list',
    icon: 'UserFilled',
  }),
  ...buttons('host:online', 'system:online', READING),
  group('host:content', 'Content', 'Files', 998),
  page('host:notices', 'host:content', 'Notices', {
    path: 'notices',
    component: 'host:announcements/list',
    perms: 'system:notice:list',
    icon: 'Bell',
  }),
  ...buttons('host:notices', 'system:notice', ALL),
  page('host:files', 'host:content', 'Files', {
    path: 'files',
    component: 'host:files/list',
    perms: 'system:oss:list',
    icon: 'Files',
  }),
  ...buttons('host:files', 'system:oss', [...ALL, 'publish']),
  page('host:storages', 'host:content', 'File storages', {
    path: 'storages',
    component: 'host:files/storages',
    perms: 'system:ossConfig:list',
    icon: 'Coin',
  }),
  ...buttons('host:storages', 'system:ossConfig', ALL),
  page('host:dictionaries', 'host:content', 'Dictionaries', {
    path: 'dictionaries',
    component: 'host:dictionaries/list',
    perms: 'system:dict:list',
    icon: 'Collection',
  }),
  ...buttons('host:dictionaries', 'system:dict', ALL),
  page('host:menus', 'host:content', 'Menus', {
    path: 'menus',
    component: 'host:menus/list',
    perms: 'system:menu:list',
    icon: 'Menu',
  }),
  ...buttons('host:menus', 'system:menu', ALL),
  group('host:security', 'Security', 'Lock', 999),
  page('host:login-providers', 'host:security', 'Login providers', {
    path: 'login-providers',
    component: 'host:security/providers',
    perms: 'system:loginProvider:list',
    icon: 'Connection',
  }),
  ...buttons('host:login-providers', 'system:loginProvider', ['query']),
  page('host:tokens', 'host:security', 'Tokens for scripts', {
    path: 'tokens',
    component: 'host:security/tokens',
    perms: 'system:token:list',
    icon: 'Key',
  }),
  ...buttons('host:tokens', 'system:token', ['list', 'remove']),
  page('host:oper-log', 'host:security', 'Operation log', {
    path: 'operation-log',
    component: 'host:audit/operations',
    perms: 'system:operLog:list',
    icon: 'Tickets',
  }),
  ...buttons('host:oper-log', 'system:operLog', READING),
  page('host:login-log', 'host:security', 'Login log', {
    path: 'login-log',
    component: 'host:audit/logins',
    perms: 'system:loginLog:list',
    icon: 'Postcard',
  }),
  ...buttons('host:login-log', 'system:loginLog', READING),
  page('host:rights-log', 'host:security', 'Permission changes', {
    path: 'rights-log',
    component: 'host:security/rights',
    perms: 'system:rightsLog:list',
    icon: 'List',
  }),
  ...buttons('host:rights-log', 'system:rightsLog', ['list', 'query']),
  group('host:system', 'System', 'Setting', 1000),
  page('host:config', 'host:system', 'Configuration', {
    path: 'config',
    component: 'host:system/config',
    perms: 'system:config:list',
    icon: 'Tools',
  }),
  ...buttons('host:config', 'system:config', EDITING),
  page('host:site', 'host:system', 'Site', {
    path: 'site',
    component: 'host:site/form',
    perms: 'system:config:list',
    icon: 'Picture',
  }),
  page('host:scheduler', 'host:system', 'Scheduled tasks', {
    path: 'scheduler',
    component: 'host:scheduler/list',
    perms: 'scheduler:task:list',
    icon: 'AlarmClock',
  }),
  ...buttons('host:scheduler', 'scheduler:task', [...EDITING, 'run']),
  page('host:monitor', 'host:system', 'Monitoring', {
    path: 'monitoring',
    component: 'host:monitor/list',
    perms: 'monitor:metrics:list',
    icon: 'Odometer',
  }),
  ...buttons('host:monitor', 'monitor:metrics', ['edit']),
  ...buttons('host:monitor', 'monitor:diagnosis', ['query'], 'profiles and dumps'),
  page('host:nodes', 'host:system', 'Hosts', {
    path: 'hosts',
    component: 'host:nodes/list',
    perms: 'monitor:node:list',
    icon: 'Cpu',
  }),
  ...buttons('host:nodes', 'monitor:node', ['edit']),
  page('host:messaging', 'host:system', 'Messages', {
    path: 'messages',
    component: 'host:messaging/list',
    perms: 'system:config:list',
    icon: 'Message',
  }),
  page('host:logs', 'host:system', 'Logs', {
    path: 'logs',
    component: 'host:logs/list',
    perms: 'monitor:log:list',
    icon: 'Document',
  }),
  page('host:doctor', 'host:system', 'System check', {
    path: 'doctor',
    component: 'host:doctor/list',
    perms: 'monitor:doctor:list',
    icon: 'CircleCheck',
  }),
  page('host:api', 'host:system', 'API documents', {
    path: 'api',
    component: 'host:docs/list',
    icon: 'Notebook',
  }),
];
