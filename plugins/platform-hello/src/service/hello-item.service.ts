import type { Page, PageQuery } from '@platform/plugin-sdk/core';
import type {
  HelloItemChange,
  HelloItemCountQuery,
  HelloItemDraft,
  HelloItemQuery,
} from '../domain/bo/hello-item.bo.ts';
import type { HelloItemVo } from '../domain/vo/hello-item.vo.ts';
import type { StatusCountVo } from '../domain/vo/status-count.vo.ts';

export abstract class HelloItemService {
  abstract page(query: HelloItemQuery, page: PageQuery): Promise<Page<HelloItemVo>>;
  abstract countByStatus(query: HelloItemCountQuery): Promise<StatusCountVo[]>;
  /** @throws HELLO_ITEM_NOT_FOUND (404) */
  abstract get(id: number): Promise<HelloItemVo>;
  abstract add(draft: HelloItemDraft): Promise<HelloItemVo>;
  /** @throws HELLO_ITEM_NOT_FOUND (404) */
  abstract edit(change: HelloItemChange): Promise<HelloItemVo>;
  /** @returns how many were there */
  abstract remove(ids: readonly number[]): Promise<number>;
}
