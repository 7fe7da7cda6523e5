/** A page whose look is checked, and the text that shows that it is there. */
export interface CheckedPage {
  readonly name: string;
  readonly path: string;
  /** Text of the main part, in both languages where it differs. */
  readonly ready: string | RegExp;
  /** Another file checks it in the short run, with what can be done there. */
  readonly elsewhere?: true;
  /** The one of the same parts that stands for it in the short run. */
  readonly like?: string;
}

/** The pages behind the login that decide the impression (design 8.3). */
export const checkedPages: readonly CheckedPage[] = [
  { name: 'dashboard', path: '/', ready: /Recent tasks|最近的任务/ },
  { name: 'market', path: '/market', ready: /points|积分/ },
  { name: 'market-detail', path: '/market/hello', ready: '1.0.0', like: 'installed-detail' },
  { name: 'console', path: '/apps/console', ready: 'member', like: 'users' },
  { name: 'console-upload', path: '/apps/console/upload', ready: /\.zip/, elsewhere: true },
  { name: 'installed', path: '/apps/installed', ready: 'member', like: 'market' },
  { name: 'installed-detail', path: '/apps/installed/hello', ready: '1.0.0' },
  { name: 'tasks', path: '/apps/tasks', ready: 'hello', like: 'users' },
  { name: 'users', path: '/system/users', ready: 'admin' },
  { name: 'roles', path: '/system/roles', ready: 'admin', like: 'users' },
  { name: 'config', path: '/system/config', ready: /platform\.|hello/, like: 'users' },
  { name: 'monitoring', path: '/system/monitoring', ready: /Delay of the event loop|事件循环延迟/ },
  {
    name: 'tokens',
    path: '/system/tokens',
    ready: /Nobody has a token|还没有人创建令牌|nightly/,
    like: 'users',
  },
  { name: 'login-providers', path: '/system/login-providers', ready: /oidc\.providers/, like: 'users' },
  {
    name: 'rights-log',
    path: '/system/rights-log',
    ready:
      /No change of rights in this time|该时间段内没有权限变更|^(Roles|State|Login|Permissions) of a |^(用户|角色)的/,
    like: 'users',
  },
  { name: 'scheduler', path: '/system/scheduler', ready: /When the jobs of|应用的作业/, like: 'users' },
  { name: 'hello-list', path: '/hello/items', ready: 'Read the getting started guide' },
  { name: 'hello-demo', path: '/hello/demo', ready: 'OssService', like: 'hello-list' },
  { name: 'member-list', path: '/member/members', ready: /\d{3}/, like: 'hello-list' },
  { name: 'account', path: '/system/account', ready: /Your account|我的账号/, elsewhere: true },
  { name: 'inbox', path: '/system/inbox', ready: /Inbox|收件箱/, elsewhere: true },
  { name: 'help', path: '/system/help', ready: /Help|帮助/, elsewhere: true },
  { name: 'departments', path: '/system/departments', ready: /Departments|部门/, elsewhere: true },
  { name: 'posts', path: '/system/posts', ready: /Posts|岗位/, elsewhere: true },
  { name: 'tenants', path: '/system/tenants', ready: /Tenants|租户/, elsewhere: true },
  { name: 'sessions', path: '/system/sessions', ready: /Sessions|在线会话/, elsewhere: true },
  { name: 'notices', path: '/system/notices', ready: /Notices|公告/, elsewhere: true },
  { name: 'files', path: '/system/files', ready: /Files|文件/, elsewhere: true },
  { name: 'storages', path: '/system/storages', ready: /File storages|文件存储/, elsewhere: true },
  { name: 'dictionaries', path: '/system/dictionaries', ready: /Dictionaries|数据字典/, elsewhere: true },
  { name: 'menus', path: '/system/menus', ready: /Menus|菜单/, elsewhere: true },
  { name: 'operation-log', path: '/system/operation-log', ready: /Operation log|操作日志/, elsewhere: true },
  { name: 'login-log', path: '/system/login-log', ready: /Login log|登录日志/, elsewhere: true },
  { name: 'site', path: '/system/site', ready: /Site|站点/, elsewhere: true },
  { name: 'hosts', path: '/system/hosts', ready: /Hosts|主机/, elsewhere: true },
  { name: 'messages', path: '/system/messages', ready: /platform\.notices/, elsewhere: true },
  { name: 'logs', path: '/system/logs', ready: /Logs|运行日志/, elsewhere: true },
  { name: 'doctor', path: '/system/doctor', ready: /System check|系统检查/, elsewhere: true },
  { name: 'api-documents', path: '/system/api', ready: /API documents|API 文档/, elsewhere: true },
  { name: 'not-found', path: '/nowhere', ready: '/nowhere', like: 'market' },
];
