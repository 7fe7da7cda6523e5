import type { Menu } from '@platform/host-api';
import type { Locale } from '@/shared/i18n';
import { textIn } from '@/shared/i18n/text-in.ts';

/** Names to choose from. */
export interface NamedMenu {
  readonly menuKey: string;
  readonly name: string;
  /** Names by locale (`zh-CN`, `zh`), as its application ships them. */
  readonly names?: Readonly<Record<string, string>> | undefined;
}

/** Names of the host's seeded menus by key, behind `host:`: in Chinese and in English. */
const hostNames: Readonly<Record<string, readonly [chinese: string, english: string]>> = {
  market: ['应用市场', 'Marketplace'],
  apps: ['应用管理', 'Applications'],
  installed: ['已安装', 'Installed'],
  console: ['发布控制台', 'Console'],
  tasks: ['任务', 'Tasks'],
  people: ['组织与人员', 'People'],
  content: ['内容管理', 'Content'],
  security: ['安全与审计', 'Security'],
  system: ['系统管理', 'System'],
  users: ['用户', 'Users'],
  roles: ['角色', 'Roles'],
  menus: ['菜单', 'Menus'],
  dictionaries: ['数据字典', 'Dictionaries'],
  tenants: ['租户', 'Tenants'],
  departments: ['部门', 'Departments'],
  posts: ['岗位', 'Posts'],
  config: ['参数配置', 'Configuration'],
  site: ['站点', 'Site'],
  scheduler: ['定时任务', 'Scheduled tasks'],
  tokens: ['脚本令牌', 'Tokens for scripts'],
  'login-providers': ['登录提供方', 'Login providers'],
  'rights-log': ['权限变更', 'Permission changes'],
  doctor: ['系统检查', 'System check'],
  nodes: ['主机', 'Hosts'],
  'oper-log': ['操作日志', 'Operation log'],
  'login-log': ['登录日志', 'Login log'],
  notices: ['公告', 'Notices'],
  files: ['文件', 'Files'],
  storages: ['文件存储', 'File storages'],
  online: ['在线会话', 'Sessions'],
  messaging: ['消息队列', 'Messages'],
  api: ['API 文档', 'API documents'],
  monitor: ['监控', 'Monitoring'],
  logs: ['运行日志', 'Logs'],
};

/** The host's seeded buttons by their English name. */
const actionNames: Readonly<Record<string, string>> = {
  List: '列表',
  Show: '查看',
  Add: '新增',
  Change: '修改',
  Remove: '删除',
  Run: '执行',
  Publish: '发布',
  'Show: profiles and dumps': '查看性能剖析与转储',
};

/** The name of a menu that an endpoint of the host gives. */
export const menuRowName = (
  { menuKey, menuName: name, menuNames: names }: Pick<Menu, 'menuKey' | 'menuName' | 'menuNames'>,
  locale: string,
): string => menuName({ menuKey, name, names }, locale as Locale);

/** A menu's name in the person's language. A name changed by an operator is not translated. */
export function menuName(node: NamedMenu, locale: Locale): string {
  const shipped = textIn(node.names, locale);
  if (shipped) return shipped;
  if (!node.menuKey.startsWith('host:')) return node.name;
  const isChinese = locale === 'zh-CN';
  const names = hostNames[node.menuKey.slice(5)];
  if (names?.includes(node.name)) return names[isChinese ? 0 : 1];
  return (isChinese && actionNames[node.name]) || node.name;
}
