import type { Menu, MenuChange, MenuMove, NewMenu, RemovedRecords, RouterNode } from '@platform/host-api';
import type { HttpClient } from '@/shared/http';

export type { Menu, MenuMove, MenuType, RouterNode } from '@platform/host-api';

/** The endpoints of menus (design 2.2). */
export const createMenusApi = (http: HttpClient) => ({
  /** All menus at once: their tree needs every parent. */
  list: async (signal: AbortSignal): Promise<readonly Menu[]> =>
    (await http.list<Menu>('/system/menu/list', {}, { signal })).rows,
  add: (menu: NewMenu) => http.post<{ menuId: number }>('/system/menu', menu),
  edit: (change: MenuChange) => http.put<void>('/system/menu', change),
  move: (move: MenuMove) => http.put<void>('/system/menu/move', move),
  remove: (menuId: number) => http.delete<RemovedRecords>(`/system/menu/${menuId}`),
  preview: (roleId: number, signal: AbortSignal) =>
    http.get<readonly RouterNode[]>(`/system/role/${roleId}/menus`, { signal }),
});

export type MenusApi = ReturnType<typeof createMenusApi>;
