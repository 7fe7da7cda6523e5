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

const directory = (menuKey: string, menuName: string, path: string, icon: string): HostMenu => ({
  menuKey,
  parentKey: null,
  menuName,
  menuType: 'M',
  path,
  icon,
});

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
  // Below the applications, whose places in the menu are their own to choose.
  { ...directory('host:system', 'System', '/system', 'Setting'), order: 1000 },
  page('host:users', 'host:system', 'Users', {
    path: 'users',
    component: 'host:system/users',
    perms: 'system:user:list',
    icon: 'User',
  }),
  ...buttons('host:users', 'system:user', EDITING),
  page('host:departments', 'host:system', 'Departments', {
    path: 'departments',
    component: 'host:departments/list',
    perms: 'system:dept:list',
    icon: 'Share',
  }),
  ...buttons('host:departments', 'system:dept', ['add', 'edit', 'remove']),
  page('host:posts', 'host:system', 'Posts', {
    path: 'posts',
    component: 'host:departments/posts',
    perms: 'system:post:list',
    icon: 'Ticket',
  }),
  ...buttons('host:posts', 'system:post', ['add', 'edit', 'remove']),
  page('host:roles', 'host:system', 'Roles', {
    path: 'roles',
    component: 'host:system/roles',
    perms: 'system:role:list',
    icon: 'Avatar',
  }),
  ...buttons('host:roles', 'system:role', EDITING),
  page('host:menus', 'host:system', 'Menus', {
    path: 'menus',
    component: 'host:menus/list',
    perms: 'system:menu:list',
    icon: 'Menu',
  }),
  ...buttons('host:menus', 'system:menu', ALL),
  page('host:dictionaries', 'host:system', 'Dictionaries', {
    path: 'dictionaries',
    component: 'host:dictionaries/list',
    perms: 'system:dict:list',
    icon: 'Collection',
  }),
  ...buttons('host:dictionaries', 'system:dict', ALL),
  page('host:tenants', 'host:system', 'Tenants', {
    path: 'tenants',
    component: 'host:tenants/list',
    perms: 'system:tenant:list',
    icon: 'School',
  }),
  ...buttons('host:tenants', 'system:tenant', ALL),
  page('host:config', 'host:system', 'Configuration', {
    path: 'config',
    component: 'host:system/config',
    perms: 'system:config:list',
    icon: 'Tools',
  }),
  ...buttons('host:config', 'system:config', EDITING),
  page('host:scheduler', 'host:system', 'Scheduled tasks', {
    path: 'scheduler',
    component: 'host:scheduler/list',
    perms: 'scheduler:task:list',
    icon: 'AlarmClock',
  }),
  ...buttons('host:scheduler', 'scheduler:task', [...EDITING, 'run']),
  page('host:tokens', 'host:system', 'Tokens for scripts', {
    path: 'tokens',
    component: 'host:security/tokens',
    perms: 'system:token:list',
    icon: 'Key',
  }),
  page('host:login-providers', 'host:system', 'Login providers', {
    path: 'login-providers',
    component: 'host:security/providers',
    perms: 'system:loginProvider:list',
    icon: 'Connection',
  }),
  ...buttons('host:login-providers', 'system:loginProvider', ['query']),
  page('host:rights-log', 'host:system', 'Permission changes', {
    path: 'rights-log',
    component: 'host:security/rights',
    perms: 'system:rightsLog:list',
    icon: 'List',
  }),
  page('host:oper-log', 'host:system', 'Operation log', {
    path: 'operation-log',
    component: 'host:audit/operations',
    perms: 'system:operLog:list',
    icon: 'Tickets',
  }),
  ...buttons('host:oper-log', 'system:operLog', READING),
  page('host:login-log', 'host:system', 'Login log', {
    path: 'login-log',
    component: 'host:audit/logins',
    perms: 'system:loginLog:list',
    icon: 'Postcard',
  }),
  ...buttons('host:login-log', 'system:loginLog', READING),
  page('host:online', 'host:system', 'Sessions', {
    path: 'sessions',
    component: 'host:online/list',
    perms: 'system:online:list',
    icon: 'UserFilled',
  }),
  ...buttons('host:online', 'system:online', READING),
  page('host:notices', 'host:system', 'Notices', {
    path: 'notices',
    component: 'host:announcements/list',
    perms: 'system:notice:list',
    icon: 'Bell',
  }),
  ...buttons('host:notices', 'system:notice', ALL),
  page('host:files', 'host:system', 'Files', {
    path: 'files',
    component: 'host:files/list',
    perms: 'system:oss:list',
    icon: 'Files',
  }),
  ...buttons('host:files', 'system:oss', [...ALL, 'publish']),
  page('host:storages', 'host:system', 'File storages', {
    path: 'storages',
    component: 'host:files/storages',
    perms: 'system:ossConfig:list',
    icon: 'Coin',
  }),
  ...buttons('host:storages', 'system:ossConfig', ALL),
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
  page('host:nodes', 'host:system', 'Hosts', {
    path: 'hosts',
    component: 'host:nodes/list',
    perms: 'monitor:node:list',
    icon: 'Cpu',
  }),
  ...buttons('host:nodes', 'monitor:node', ['edit']),
  page('host:monitor', 'host:system', 'Monitoring', {
    path: 'monitoring',
    component: 'host:monitor/list',
    perms: 'monitor:metrics:list',
    icon: 'Odometer',
  }),
  page('host:api', 'host:system', 'API documents', {
    path: 'api',
    component: 'host:docs/list',
    icon: 'Notebook',
  }),
  ...buttons('host:monitor', 'monitor:metrics', ['edit']),
  ...buttons('host:monitor', 'monitor:diagnosis', ['query'], 'profiles and dumps'),
  ...buttons('host:system', 'system:rightsLog', ['list', 'query'], 'changes of rights'),
  ...buttons('host:system', 'system:token', ['list', 'remove'], 'tokens for scripts'),
];
