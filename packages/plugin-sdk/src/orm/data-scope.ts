import { factFor, factKey } from '../metadata/index.ts';

/** Columns of the mapper's table that say to whom a row belongs. */
export interface DataScopeOptions {
  /** Column with the department; false where rows belong to none. Default: `dept_id`. */
  readonly dept?: string | false;
  /** Column with the user; false where rows belong to nobody. Default: `create_by`. */
  readonly owner?: string | false;
}

export interface DataScopeFact {
  readonly dept: string | undefined;
  readonly owner: string | undefined;
}

/** Data scopes by the name of the statement. */
export const DATA_SCOPES = factKey<Map<string, DataScopeFact>>('data-scopes', () => new Map());

/**
 * Limits a select of the mapper's XML to the rows of its table that the caller's roles show.
 * Roles add up: those of departments, those that the caller has made, or all. Work without a user,
 * such as a job, sees all rows of its tenant. (design 12.1-5)
 *
 * An application stores `LoginUser.deptId` with the rows that it inserts; `create_by` is filled by
 * the host.
 *
 * @example
 * ```ts
 * @DataScope()
 * readonly search = selectPage<OrderRow, OrderQuery>();
 * ```
 */
export function DataScope({ dept = 'dept_id', owner = 'create_by' }: DataScopeOptions = {}) {
  return (
    _field: undefined,
    { metadata, name }: ClassFieldDecoratorContext<unknown, (...args: never[]) => Promise<unknown>>,
  ): void => {
    const columns = { dept: dept === false ? undefined : dept, owner: owner === false ? undefined : owner };
    factFor(metadata, DATA_SCOPES).set(String(name), columns);
  };
}
