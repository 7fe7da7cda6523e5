import type { ApiClient } from '@platform/cli';
import { DEPARTMENT } from './large-site.ts';

/** Name of a measured request, and its path. */
export type Subject = readonly [name: string, path: string];

interface LogRow {
  readonly createTime: string;
  readonly operId?: number;
  readonly loginId?: number;
}

const DAY_MS = 86_400_000;

/** Lists as an administrator asks for them. */
export async function listSubjects(api: ApiClient): Promise<Subject[]> {
  return [
    ['users: first page', '/system/user/list?pageSize=20'],
    ['users: page 5,000', '/system/user/list?pageSize=20&pageNum=5000'],
    ['users: last created first', '/system/user/list?pageSize=20&orderByColumn=createTime&isAsc=false'],
    ['users: part of names', '/system/user/list?pageSize=20&name=nova'],
    ['users: part of one name', '/system/user/list?pageSize=20&name=99998'],
    ['users: part of no name', '/system/user/list?pageSize=20&name=nobody'],
    ['users: a department', `/system/user/list?pageSize=20&deptId=${DEPARTMENT}`],
    ['roles: first page', '/system/role/list?pageSize=20'],
    ['menus: all', '/system/menu/list'],
    ...(await logSubjects(api, 'operation log', '/system/operLog/list', 'title=a+menu')),
    ...(await logSubjects(api, 'login log', '/system/loginLog/list', 'userName=a.nova')),
  ];
}

async function logSubjects(api: ApiClient, name: string, path: string, search: string): Promise<Subject[]> {
  const first = `${path}?pageSize=20`;
  const week = `beginTime=${new Date(Date.now() - 7 * DAY_MS).toISOString()}`;
  const [row] = await api.get<LogRow[]>(`${first}&pageNum=10000`);
  const next = `${Date.parse(row?.createTime ?? '')}-${row?.operId ?? row?.loginId}`;
  return [
    [`${name}: first page`, first],
    [`${name}: page by key, 200,000 rows back`, `${first}&after=${next}`],
    [`${name}: search in seven days`, `${first}&${week}&${search}`],
    [`${name}: search in seven days, nothing`, `${first}&${week}&userName=nobody`],
  ];
}

/** Requests of the shell at its start. */
export const shellSubjects: readonly Subject[] = [
  ['all menus: getInfo', '/system/user/getInfo'],
  ['all menus: getRouters', '/system/menu/getRouters'],
];
