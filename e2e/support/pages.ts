/** A page whose look is checked, and the text that shows that it is there. */
export interface CheckedPage {
  readonly name: string;
  readonly path: string;
  /** Text of the main part, in both languages where it differs. */
  readonly ready: string | RegExp;
}

/** The pages behind the login that decide the impression (design 8.3). */
export const checkedPages: readonly CheckedPage[] = [
  { name: 'dashboard', path: '/', ready: /Recent tasks|最近的任务/ },
  { name: 'market', path: '/market', ready: /points/ },
  { name: 'market-detail', path: '/market/hello', ready: '1.0.0' },
  { name: 'console', path: '/apps/console', ready: 'member' },
  { name: 'console-upload', path: '/apps/console/upload', ready: /\.zip/ },
  { name: 'installed', path: '/apps/installed', ready: 'member' },
  { name: 'installed-detail', path: '/apps/installed/hello', ready: '1.0.0' },
  { name: 'tasks', path: '/apps/tasks', ready: 'hello' },
  { name: 'users', path: '/system/users', ready: 'admin' },
  { name: 'roles', path: '/system/roles', ready: 'admin' },
  { name: 'config', path: '/system/config', ready: /platform\.|hello/ },
  { name: 'monitoring', path: '/system/monitoring', ready: /Delay of the event loop|事件循环延迟/ },
  { name: 'tokens', path: '/system/tokens', ready: /Nobody has a token|还没有人创建令牌|nightly/ },
  { name: 'login-providers', path: '/system/login-providers', ready: /oidc\.providers/ },
  {
    name: 'rights-log',
    path: '/system/rights-log',
    ready:
      /No permission has changed yet|还没有权限变更|^(Roles|State|Login|Permissions) of a |^(用户|角色)的/,
  },
  { name: 'scheduler', path: '/system/scheduler', ready: /When the jobs of|应用的作业/ },
  { name: 'hello-list', path: '/hello/items', ready: 'Read the getting started guide' },
  { name: 'hello-demo', path: '/hello/demo', ready: 'OssService' },
  { name: 'member-list', path: '/member/members', ready: /\d{3}/ },
  { name: 'not-found', path: '/nowhere', ready: '/nowhere' },
];
