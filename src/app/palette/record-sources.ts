import type { Config, Install, Offer, Role, Task, Tenant, User } from '@platform/host-api';
import type { RouteLocationRaw } from 'vue-router';
import type { HttpClient } from '@/shared/http';
import { appIn } from '@/shared/i18n/app-texts.ts';
import { personName, roleName, tenantName } from '@/shared/i18n/record-names.ts';
import { settingName } from '@/shared/i18n/setting-name.ts';
import type { Navigation } from '@/shared/page';
import type { PaletteGroup } from './search-sections.ts';

/** Something that a source has found. */
export interface FoundRecord {
  id: string | number;
  title: string;
  context: string;
  to: RouteLocationRaw;
}

/** A list of the host that the palette searches. */
export interface RecordSource {
  key: string;
  group: PaletteGroup;
  search(text: string, signal: AbortSignal): Promise<FoundRecord[]>;
}

interface SourceOptions {
  readonly http: Pick<HttpClient, 'list'>;
  readonly navigation: Pick<Navigation, 'pagePath'>;
  readonly can: (permission: string) => boolean;
  /** Name of a kind of record, such as `users`. */
  readonly kindName: (key: string) => string;
  readonly locale: string;
  readonly taskTitle: (task: Task) => string;
}

interface Listed<Row> {
  key: string;
  group: PaletteGroup;
  /** The page that shows what is found; without it there is nothing to open. */
  page: string;
  permission?: string;
  url: string;
  query(text: string): object;
  found(row: Row, path: string): Omit<FoundRecord, 'context'> & { context?: string };
}

/** Rows that are asked of each list. */
const MOST = 4;
/** Tasks are not searched by the server: the latest are read, and searched here. */
const LATEST_TASKS = 50;

/** The lists that the person may read, each behind a page that the person has. (design 15.6) */
export function recordSources(options: SourceOptions): RecordSource[] {
  const { http, navigation, can, kindName, taskTitle, locale } = options;

  function source<Row>(listed: Listed<Row>): RecordSource[] {
    const path = navigation.pagePath(listed.page);
    if (path === undefined || (listed.permission && !can(listed.permission))) return [];
    const kind = kindName(listed.key);
    return [
      {
        key: listed.key,
        group: listed.group,
        async search(text, signal) {
          const query = { pageNum: 1, pageSize: MOST, ...listed.query(text) };
          // A session that has ended is said by the page, not by a search beside it.
          const { rows } = await http.list<Row>(listed.url, query, { signal, anonymous: true });
          return rows.map((row) => ({ context: kind, ...listed.found(row, path) }));
        },
      },
    ];
  }

  const foundApp = (app: Install | Offer, path: string) => ({
    id: app.appCode,
    title: appIn(app, () => locale).name,
    to: `${path}/${app.appCode}`,
  });

  return [
    ...source<Install>({
      key: 'installed',
      group: 'applications',
      page: 'host:installed/list',
      permission: 'app:install:list',
      url: '/app/install/list',
      query: (keyword) => ({ keyword }),
      found: foundApp,
    }),
    ...source<Offer>({
      key: 'market',
      group: 'applications',
      page: 'host:market/list',
      url: '/app/market/list',
      query: (keyword) => ({ keyword }),
      found: foundApp,
    }),
    ...source<User>({
      key: 'users',
      group: 'records',
      page: 'host:system/users',
      permission: 'system:user:list',
      url: '/system/user/list',
      query: (name) => ({ name }),
      found: ({ userId, userName, nickName }, path) => ({
        id: userId,
        title: nickName === userName ? userName : `${personName({ nickName }, locale)} · ${userName}`,
        to: can('system:user:query') ? `${path}/${userId}` : { path, query: { name: userName } },
      }),
    }),
    ...source<Role>({
      key: 'roles',
      group: 'records',
      page: 'host:system/roles',
      permission: 'system:role:list',
      url: '/system/role/list',
      query: (text) => ({ roleName: text }),
      found: (role, path) => ({
        id: role.roleId,
        title: roleName(role, locale),
        to: can('system:role:query')
          ? `${path}/${role.roleId}`
          : { path, query: { roleName: role.roleName } },
      }),
    }),
    ...source<Tenant>({
      key: 'tenants',
      group: 'records',
      page: 'host:tenants/list',
      permission: 'system:tenant:list',
      url: '/system/tenant/list',
      query: (name) => ({ name }),
      found: ({ tenantId, name }, path) => ({
        id: tenantId,
        title: tenantName({ name }, locale),
        to: can('system:tenant:query') ? `${path}/${tenantId}` : { path, query: { name } },
      }),
    }),
    ...source<Task>({
      key: 'tasks',
      group: 'records',
      page: 'host:tasks/list',
      permission: 'app:install:list',
      url: '/app/task/list',
      query: () => ({ pageSize: LATEST_TASKS }),
      found: (task, path) => ({
        id: task.taskId,
        title: taskTitle(task),
        context: `${kindName('tasks')} ${task.taskId}`,
        to: `${path}/${task.taskId}`,
      }),
    }),
    ...source<Config>({
      key: 'settings',
      group: 'records',
      page: 'host:system/config',
      permission: 'system:config:list',
      url: '/system/config/list',
      query: (name) => ({ name }),
      found: (setting, path) => {
        const { configKey } = setting;
        const name = settingName(setting, locale);
        return {
          id: configKey,
          title: configKey,
          ...(name ? { context: name } : {}),
          to: { path, query: { name: configKey } },
        };
      },
    }),
  ];
}
