import type { Filters, Sort } from './data-table.ts';

/** The order as list endpoints read it. */
export const orderOf = (sort: Sort | undefined): Filters =>
  sort ? { orderByColumn: sort.column, isAsc: sort.direction } : {};

/** Hands a file of the server to the person; its own name counts where none is given. */
export function saveFrom(address: string, download = ''): void {
  Object.assign(document.createElement('a'), { href: address, download }).click();
}
