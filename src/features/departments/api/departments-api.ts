import type { Dept, ImportCheck, Post, RemovedRecords, User } from '@platform/host-api';
import type { HttpClient, Page } from '@/shared/http';
import type { Seen } from '@/shared/records';

export type { Dept, Post } from '@platform/host-api';

export interface DeptChange {
  deptName: string;
  parentId: number;
  headUserId: number | null;
  status: 0 | 1;
  remark: string;
}

export interface PostChange {
  postCode: string;
  postName: string;
  orderNum: number;
  status: 0 | 1;
  remark: string;
}

/** Where a department is to stand. */
export interface DeptMove {
  deptId: number;
  parentId: number;
  before?: number;
}

/** Somebody who may head a department. */
export interface Person {
  userId: number;
  userName: string;
  nickName: string;
}

/** The endpoints of departments and posts. */
export const createDepartmentsApi = (http: HttpClient) => ({
  depts: {
    list: async (signal: AbortSignal): Promise<readonly Dept[]> =>
      (await http.list<Dept>('/system/dept/list', {}, { signal })).rows,
    add: (dept: DeptChange) => http.post<{ deptId: number }>('/system/dept', dept),
    import: (csv: string, apply: boolean) => http.post<ImportCheck>('/system/dept/import', { csv, apply }),
    edit: (deptId: number, dept: Partial<DeptChange> & Seen) =>
      http.put<void>('/system/dept', { deptId, ...dept }),
    move: (move: DeptMove) => http.put<void>('/system/dept/move', move),
    remove: (deptId: number) => http.delete<RemovedRecords>(`/system/dept/${deptId}`),
    /** People by a part of their name or user name. */
    async find(name: string, pageSize: number, signal: AbortSignal): Promise<readonly User[]> {
      const query = { pageNum: 1, pageSize, name };
      return (await http.list<User>('/system/user/list', query, { signal })).rows;
    },
    /** Takes somebody out of the department before. */
    put: (userId: number, deptId: number) => http.put<void>('/system/user', { userId, deptId }),
  },
  posts: {
    list: (query: object, signal: AbortSignal): Promise<Page<Post>> =>
      http.list<Post>('/system/post/list', query, { signal }),
    add: (post: PostChange) => http.post<{ postId: number }>('/system/post', post),
    edit: (postId: number, post: Partial<PostChange> & Seen) =>
      http.put<void>('/system/post', { postId, ...post }),
    remove: (postIds: number | string) => http.delete<RemovedRecords>(`/system/post/${postIds}`),
  },
});

export type DepartmentsApi = ReturnType<typeof createDepartmentsApi>;
