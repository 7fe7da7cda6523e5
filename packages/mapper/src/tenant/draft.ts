import type { Tables } from './tables.ts';
import type { Dialect } from '../dialect.ts';
import { hostTableForbidden } from '../guard/guard.ts';
import { isHostTable, READABLE_HOST_TABLES } from '../guard/host-tables.ts';
import { dataScopeUnused, queryRefused, tableUnknown, tenantMismatch } from '../refusals.ts';
import { isSystemTable } from './system-tables.ts';
import { expressionNames } from '../sql/common-table-expressions.ts';
import { isName, isWord, MARK, parseItems, type Item, type Leaf } from '../sql/items.ts';
import { aliasWords } from './keywords.ts';
import { assemble, type Edit, type Slot, type StatementPlan } from './plan.ts';
import { rowCondition, type RowLimit } from './row-limit.ts';

/** A table whose rows a statement changes. */
export interface Target {
  readonly table: string;
  /** Qualifier of the table's columns. */
  readonly reference: string;
  /** Index of the first item behind the table and its alias. */
  readonly next: number;
  /** Whether only rows of the tenant may be touched. */
  readonly guarded: boolean;
}

export interface DraftOptions {
  readonly dialect: Dialect;
  readonly catalog: Tables;
  /** Whether only rows of the tenant are visible. */
  readonly filtered: boolean;
  readonly hasUser: boolean;
  /** Whether the statement sees the rows of all tenants and nothing is filled. */
  readonly verbatim?: boolean;
  /** Limits the rows of one table to what its caller sees. */
  readonly rows?: RowLimit | undefined;
  /** Whether the database has exact sums of decimals. */
  readonly sumsDecimals?: boolean;
}

/** A parsed statement and the edits to its text. */
export class Draft {
  readonly dialect: Dialect;
  readonly catalog: Tables;
  readonly filtered: boolean;
  readonly hasUser: boolean;
  readonly rows: RowLimit | undefined;
  readonly items: readonly Item[];
  /** Names of tables that have been rewritten. */
  readonly understood = new Set<Leaf>();
  /** Host tables that are limited to their readable columns. */
  readonly readable = new Set<Leaf>();
  /** Tenant table that rows are inserted into. */
  insertsInto: string | undefined;
  readonly #text: string;
  readonly #expressions: ReadonlySet<string>;
  readonly #edits: Edit[] = [];
  readonly #ownTenant = new Map<number, string>();
  #rowsLimited = false;

  constructor(text: string, { dialect, catalog, filtered, hasUser, rows }: DraftOptions) {
    this.#text = text;
    this.dialect = dialect;
    this.catalog = catalog;
    this.filtered = filtered;
    this.hasUser = hasUser;
    this.rows = rows;
    this.items = this.#withoutLastSemicolon(parseItems(text, dialect));
    this.#expressions = expressionNames(this.items);
  }

  /** @throws DATA_SCOPE_INVALID for a data scope whose table is not read */
  plan(): StatementPlan {
    if (this.rows && !this.#rowsLimited) throw dataScopeUnused(this.rows.table);
    return {
      ...assemble(this.#text, this.#edits, this.dialect),
      ownTenant: this.#ownTenant,
      insertsInto: this.insertsInto,
    };
  }

  /** @param first index where the table name begins; an alias may follow */
  target(items: readonly Item[], first: number): Target {
    const last = this.nameEnd(items, first);
    const name = items[last];
    if (!isName(name))
      throw queryRefused('the changed table is not in its usual place', 'Write its name there.');
    if (isHostTable(name.name, this.catalog)) throw hostTableForbidden(name.name);
    const guarded = this.filtered && this.isTenantTable(items, first, name);
    this.understood.add(name);
    let next = last + 1;
    if (isWord(items[next], 'as')) next += 1;
    const alias = items[next];
    const aliased = this.isAlias(alias) && !isWord(alias, 'value', 'default', 'overriding');
    return {
      table: name.name,
      reference: aliased ? alias.text : name.text,
      next: aliased ? next + 1 : next,
      guarded,
    };
  }

  /** Accepts an explicit tenant only as a bound value, which is compared at run time. */
  own(value: readonly Item[] | undefined, table: string): void {
    const [item, ...more] = value ?? [];
    const isCast = more.length === 3 && isWord(more[0], ':') && isWord(more[1], ':') && isName(more[2]);
    if (!item || !isWord(item, MARK) || (more.length > 0 && !isCast)) throw tenantMismatch(table);
    this.#ownTenant.set(this.#text.slice(0, item.start).split(MARK).length - 1, table);
  }

  /** Readable columns of a host table; undefined for other tables. @throws SQL_FORBIDDEN */
  readableColumns({ name }: Leaf): readonly string[] | undefined {
    if (!isHostTable(name, this.catalog)) return undefined;
    const columns = READABLE_HOST_TABLES.get(name);
    if (columns === undefined) throw hostTableForbidden(name);
    return columns;
  }

  isTenantTable(items: readonly Item[], first: number, { name }: Leaf): boolean {
    const qualifier = items[first];
    const schema = isName(qualifier) && isWord(items[first + 1], '.') ? qualifier.name : undefined;
    if (this.catalog.isTenantTable(name)) return true;
    const known = this.catalog.has(name) || (schema === undefined && this.#expressions.has(name));
    if (!known && !isSystemTable(name, schema)) {
      throw tableUnknown(name);
    }
    return false;
  }

  /** Conditions for the rows of a table that is read; empty where all may be seen. */
  limits(items: readonly Item[], first: number, name: Leaf): Edit['parts'] {
    const tenant = this.filtered && this.isTenantTable(items, first, name);
    const parts: Edit['parts'] = tenant ? ['tenant_id = ', tenantSlot] : [];
    if (name.name.toLowerCase() !== this.rows?.table) return parts;
    this.#rowsLimited = true;
    return [...parts, tenant ? ' and ' : '', ...rowCondition(this.rows)];
  }

  /** @returns index of the last part of a dotted name */
  nameEnd(items: readonly Item[], first: number): number {
    let last = first;
    while (isWord(items[last + 1], '.')) last += 2;
    return last;
  }

  isAlias(item: Item | undefined): item is Leaf {
    return isName(item) && (item.kind === 'identifier' || !aliasWords.has(item.name));
  }

  /** @returns index of the first of these words behind an index, or behind the last item */
  endOf(from: number, words: readonly string[]): number {
    const end = this.items.findIndex((item, index) => index > from && isWord(item, ...words));
    return end < 0 ? this.items.length : end;
  }

  /** Offset behind the item before an index. */
  placeBefore(index: number): number {
    return this.items[index - 1]?.end ?? 0;
  }

  source(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  edit(start: number, end: number, ...parts: Edit['parts']): void {
    if (parts.length > 0) this.#edits.push({ start, end, parts });
  }

  insert(place: number, ...parts: Edit['parts']): void {
    this.edit(place, place, ...parts);
  }

  #withoutLastSemicolon(items: readonly Item[]): readonly Item[] {
    const last = items.at(-1);
    if (!last || !isWord(last, ';')) return items;
    this.edit(last.start, last.end, '');
    return items.slice(0, -1);
  }
}

export const tenantSlot: { readonly slot: Slot } = { slot: 'tenant' };
