import type { Menu } from '@platform/host-api';
import type { Locale } from '@/shared/i18n';

/** Names to choose from. */
export interface NamedMenu {
  readonly menuKey: string;
  readonly name: string;
  /** Names by locale (`zh-CN`, `zh`), as its application ships them. */
  readonly names?: Readonly<Record<string, string>> | undefined;
}

/** Names of the host's seeded menus by key, in each language. */
const hostNames: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  'host:market': { 'zh-CN': '应用市场', 'en-US': 'Marketplace' },
  'host:apps': { 'zh-CN': '应用管理', 'en-US': 'Applications' },
  'host:installed': { 'zh-CN': '已安装', 'en-US': 'Installed' },
  'host:console': { 'zh-CN': '发布控制台', 'en-US': 'Console' },
  'host:tasks': { 'zh-CN': '任务', 'en-US': 'Tasks' },
  'host:people': { 'zh-CN': '组织与人员', 'en-US': 'People' },
  'host:content': { 'zh-CN': '内容管理', 'en-US': 'Content' },
  'host:security': { 'zh-CN': '安全与审计', 'en-US': 'Security' },
  'host:system': { 'zh-CN': '系统管理', 'en-US': 'System' },
  'host:users': { 'zh-CN': '用户', 'en-US': 'Users' },
  'host:roles': { 'zh-CN': '角色', 'en-US': 'Roles' },
  'host:menus': { 'zh-CN': '菜单', 'en-US': 'Menus' },
  'host:dictionaries': { 'zh-CN': '数据字典', 'en-US': 'Dictionaries' },
  'host:tenants': { 'zh-CN': '租户', 'en-US': 'Tenants' },
  'host:departments': { 'zh-CN': '部门', 'en-US': 'Departments' },
  'host:posts': { 'zh-CN': '岗位', 'en-US': 'Posts' },
  'host:config': { 'zh-CN': '参数配置', 'en-US': 'Configuration' },
  'host:site': { 'zh-CN': '站点', 'en-US': 'Site' },
  'host:scheduler': { 'zh-CN': '定时任务', 'en-US': 'Scheduled tasks' },
  'host:tokens': { 'zh-CN': '脚本令牌', 'en-US': 'Tokens for scripts' },
  'host:login-providers': { 'zh-CN': '登录提供方', 'en-US': 'Login providers' },
  'host:rights-log': { 'zh-CN': '权限变更', 'en-US': 'Permission changes' },
  'host:doctor': { 'zh-CN': '系统检查', 'en-US': 'System check' },
  'host:nodes': { 'zh-CN': '主机', 'en-US': 'Hosts' },
  'host:oper-log': { 'zh-CN': '操作日志', 'en-US': 'Operation log' },
  'host:login-log': { 'zh-CN': '登录日志', 'en-US': 'Login log' },
  'host:notices': { 'zh-CN': '公告', 'en-US': 'Notices' },
  'host:files': { 'zh-CN': '文件', 'en-US': 'Files' },
  'host:storages': { 'zh-CN': '文件存储', 'en-US': 'File storages' },
  'host:online': { 'zh-CN': '在线会话', 'en-US': 'Sessions' },
  'host:messaging': { 'zh-CN': '消息队列', 'en-US': 'Messages' },
  'host:api': { 'zh-CN': 'API 文档', 'en-US': 'API documents' },
  'host:monitor': { 'zh-CN': '监控', 'en-US': 'Monitoring' },
  'host:logs': { 'zh-CN': '运行日志', 'en-US': 'Logs' },
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
  const [language = ''] = locale.split('-');
  const shipped = node.names?.[locale] ?? node.names?.[language];
  if (shipped) return shipped;
  const names = hostNames[node.menuKey];
  if (names && Object.values(names).includes(node.name)) return names[locale];
  const isAction = node.menuKey.startsWith('host:') && locale === 'zh-CN';
  return (isAction && actionNames[node.name]) || node.name;
}
