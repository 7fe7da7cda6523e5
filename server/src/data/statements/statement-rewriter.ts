import type { TableCatalog } from '../catalog/table-catalog.ts';
import type { SpecialColumn } from '../catalog/special-columns.ts';
import type { Dialect } from '../database.ts';
import { queryRefused, tenantMismatch } from '../policy/scope.ts';
import { isSystemTable } from '../policy/sources.ts';
import { expressionNames, mainVerb } from './common-table-expressions.ts';
import { isGroup, isLeaf, isName, isWord, leaves, MARK, parseItems, separated, type Item, type Leaf } from './items.ts';
import { aliasWords, conditionEnds, endsFrom } from './keywords.ts';
import { assemble, type Edit, type Slot, type StatementPlan } from './plan.ts';

interface Target {
  readonly table: string;
  /** What columns of the table are qualified with. */
  readonly reference: string;
  /** Index of the first item behind the table and its alias. */
  readonly next: number;
  readonly guarded: boolean;
}

const xmlOfQuery = /^((query|table|schema|database|cursor)_to_xml|dblink|ts_stat)/;

/**
 * Limits one statement to the tenant's rows. Tables that are read become `(select * from t where tenant_id = …) t`;
 * changes get a condition; inserts, the columns that the data layer fills. Only the places that are understood are
 * touched, and a tenant table that is named anywhere else refuses the statement: what is not understood never runs.
 * (design 3.6, 9.1-2)
 */
export class StatementRewriter {
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #catalog: TableCatalog;
  readonly #filtered: boolean;
  readonly #hasUser: boolean;
  readonly #items: readonly Item[];
  readonly #expressions: ReadonlySet<string>;
  readonly #edits: Edit[] = [];
  readonly #understood = new Set<Leaf>();
  readonly #ownTenant = new Map<number, string>();
  #insertsInto: string | undefined;

  constructor(text: string, dialect: Dialect, catalog: TableCatalog, filtered: boolean, hasUser: boolean) {
    this.#text = text;
    this.#dialect = dialect;
    this.#catalog = catalog;
    this.#filtered = filtered;
    this.#hasUser = hasUser;
    this.#items = this.#withoutLastSemicolon(parseItems(text, dialect));
    this.#expressions = expressionNames(this.#items);
  }

  plan(): StatementPlan {
    const at = mainVerb(this.#items);
    const verb = this.#items[at];
    if (at > 0) this.#level(this.#items.slice(0, at));
    if (isGroup(verb) || isWord(verb, 'select', 'values')) this.#level(this.#items.slice(at));
    else if (isWord(verb, 'insert')) this.#insert(at);
    else if (isWord(verb, 'update')) this.#update(at);
    else if (isWord(verb, 'delete')) this.#delete(at);
    else this.#refuseOtherVerb(verb);
    if (this.#filtered) this.#refuseWhatIsNotUnderstood();
    return {
      ...assemble(this.#text, this.#edits, this.#dialect),
      ownTenant: this.#ownTenant,
      insertsInto: this.#insertsInto,
    };
  }

  /** One pair of parentheses, or the statement itself. @param from whether it begins where tables are listed */
  #level(items: readonly Item[], from = false): void {
    const query = from || isWord(items[0], 'select', 'with', 'set', 'where') || isGroup(items[0]);
    if (this.#filtered && isWord(items[0], 'insert', 'update', 'delete', 'merge')) {
      throw queryRefused('a change stands inside another statement', 'Run the two one after the other.');
    }
    let listing = from;
    let expected = from;
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index];
      if (isGroup(item)) {
        this.#level(item.items, expected && !isWord(item.items[0], 'select', 'with', 'values'));
        expected = false;
      } else if (expected) {
        if (isWord(item, 'lateral')) continue;
        index = this.#readTable(items, index);
        expected = false;
      } else if (query && isWord(item, 'from') && !isDistinctFrom(items, index)) {
        listing = expected = true;
      } else if (listing && isWord(item, ',', 'join', 'straight_join')) {
        expected = true;
      } else if (isLeaf(item) && item.kind === 'word' && endsFrom.has(item.name)) {
        listing = false;
        if (this.#filtered && isWord(item, 'into')) {
          throw queryRefused('it selects into something', 'Select, and insert what was selected.');
        }
      }
    }
  }

  /** @returns index of the last item of the table's name */
  #readTable(items: readonly Item[], first: number): number {
    const last = this.#nameEnd(items, first);
    const name = items[last];
    const next = items[last + 1];
    if (!isName(name)) throw queryRefused('a table was expected behind from or join', 'Write the table there.');
    if (isGroup(next)) return last;
    if (!this.#filtered || !this.#isTenantTable(items, first, name)) return last;
    this.#understood.add(name);
    const { start } = items[first] ?? name;
    const source = this.#text.slice(start, name.end);
    const alias = isWord(next, 'as') || this.#isAlias(next) ? '' : ` ${name.text}`;
    this.#edit(start, name.end, `(select * from ${source} where tenant_id = `, { slot: 'tenant' }, `)${alias}`);
    return last;
  }

  #insert(at: number): void {
    const into = this.#items.findIndex((item) => isWord(item, 'into'));
    if (into < 0) throw queryRefused('an insert without into', 'Write insert into.');
    const replaces = this.#items.slice(at, into).some((item) => isWord(item, 'replace'));
    const target = this.#target(into + 1);
    if (target.guarded && replaces) {
      throw queryRefused(`replace may remove a row of another tenant from ${target.table}`, 'Update, or insert.');
    }
    if (target.guarded) this.#insertsInto = target.table;
    const columns = this.#items[target.next];
    if (!isGroup(columns)) {
      if (!target.guarded) return this.#level(this.#items.slice(target.next));
      throw queryRefused(`an insert into ${target.table} names no columns`, 'Name the columns.');
    }
    const names = separated(columns.items).map(([column]) => (isName(column) ? column.name : ''));
    const missing = this.#fillings(target).filter(([column]) => !names.includes(column));
    this.#edit(columns.end - 1, columns.end - 1, ...missing.map(([column]) => `, ${column}`));
    const body = target.next + 1;
    const tail = this.#conflictAt(body);
    const tenantAt = target.guarded ? names.indexOf('tenant_id') : -1;
    if (isWord(this.#items[body], 'values', 'value')) {
      for (const row of this.#items.slice(body + 1, tail)) {
        if (!isGroup(row)) continue;
        if (tenantAt >= 0) this.#own(separated(row.items)[tenantAt], target.table);
        this.#edit(row.end - 1, row.end - 1, ...missing.flatMap(([, slot]) => [', ', { slot }]));
        this.#level(row.items);
      }
    } else this.#insertSelected(body, tail, missing, target, tenantAt >= 0);
    this.#conflict(tail, target);
  }

  #insertSelected(
    body: number,
    tail: number,
    missing: ReadonlyArray<readonly [SpecialColumn, Slot]>,
    { guarded, table }: Target,
    ownTenant: boolean,
  ): void {
    const rows = this.#items.slice(body, tail);
    const [first] = rows;
    const last = rows.at(-1);
    if (!first || !last || (!isGroup(first) && !isWord(first, 'select', 'with'))) {
      throw queryRefused(`an insert into ${table} has neither values nor a select`, 'Write values (…).');
    }
    if (guarded && ownTenant) {
      throw queryRefused(`rows selected into ${table} bring their own tenant`, 'Leave tenant_id out.');
    }
    if (missing.length > 0) {
      const added = missing.flatMap(([, slot]) => [', ', { slot }]);
      this.#edit(first.start, first.start, 'select given.*', ...added, ' from (');
    }
    this.#level(rows);
    if (missing.length > 0) this.#edit(last.end, last.end, ') given where 1 = 1');
  }

  /** `on conflict … do update set …`, `on duplicate key update …`, `returning …` */
  #conflict(tail: number, target: Target): void {
    const rest = this.#items.slice(tail);
    const set = this.#items.findIndex((item, index) => index >= tail && isWord(item, 'set'));
    if (target.guarded && isWord(rest[1], 'duplicate')) {
      throw queryRefused(
        `on duplicate key update may change a row of another tenant in ${target.table}`,
        'Update, and insert where nothing was changed.',
      );
    }
    if (set >= 0) {
      this.#assignments(set, target);
      if (target.guarded) this.#restrict(set, target.reference);
    }
    this.#level(rest);
  }

  #update(at: number): void {
    const target = this.#target(at + 1);
    if (!isWord(this.#items[target.next], 'set')) {
      if (!this.#filtered) return;
      throw queryRefused('an update of several tables', 'Update one, and look the others up in sub-queries.');
    }
    this.#assignments(target.next, target);
    if (target.guarded) this.#restrict(target.next, target.reference);
    this.#level(this.#items.slice(target.next));
  }

  #delete(at: number): void {
    if (!isWord(this.#items[at + 1], 'from')) {
      if (!this.#filtered) return;
      throw queryRefused('a delete from several tables', 'Write delete from <table> where …');
    }
    const target = this.#target(at + 2);
    const next = this.#items[target.next];
    if (this.#filtered && next && !isWord(next, 'where', 'order', 'limit', 'returning')) {
      throw queryRefused('a delete with joins', 'Look the others up in sub-queries.');
    }
    if (target.guarded) this.#restrict(target.next, target.reference);
    this.#level(this.#items.slice(target.next));
  }

  /** The table that a statement changes. */
  #target(first: number): Target {
    const last = this.#nameEnd(this.#items, first);
    const name = this.#items[last];
    if (!isName(name)) throw queryRefused('the table to be changed is not where it should be', 'Write its name there.');
    const guarded = this.#filtered && this.#isTenantTable(this.#items, first, name);
    this.#understood.add(name);
    let next = last + 1;
    if (isWord(this.#items[next], 'as')) next += 1;
    const alias = this.#items[next];
    const aliased = this.#isAlias(alias) && !isWord(alias, 'value', 'default', 'overriding');
    return { table: name.name, reference: aliased ? alias.text : name.text, next: aliased ? next + 1 : next, guarded };
  }

  /** Columns that are set: none changes the tenant; time and actor are added. */
  #assignments(set: number, { table, guarded }: Target): void {
    const end = this.#endOf(set + 1, ['from', 'where', ...conditionEnds]);
    const assigned = new Set<string>();
    for (const part of separated(this.#items.slice(set + 1, end))) {
      const equals = part.findIndex((item) => isWord(item, '='));
      const column = part[equals - 1];
      if (!isName(column)) {
        if (!this.#filtered) return;
        throw queryRefused(`several columns of ${table} are set at once`, 'Set one after the other: a = …, b = …');
      }
      assigned.add(column.name);
      if (guarded && column.name === 'tenant_id') this.#own(part.slice(equals + 1), table);
    }
    const columns = this.#catalog.columnsOf(table);
    const place = this.#items[end - 1]?.end ?? 0;
    const add = (column: SpecialColumn, slot: Slot): void => {
      if (columns.has(column) && !assigned.has(column)) this.#edit(place, place, `, ${column} = `, { slot });
    };
    add('update_time', 'now');
    if (this.#hasUser) add('update_by', 'user');
  }

  /** Adds the tenant to the condition behind `from`, or makes it one. */
  #restrict(from: number, reference: string): void {
    const where = this.#items.findIndex((item, index) => index >= from && isWord(item, 'where'));
    const end = this.#endOf(Math.max(from, where), conditionEnds);
    const place = this.#items[end - 1]?.end ?? 0;
    const condition = `${reference}.tenant_id = `;
    const keyword = this.#items[where];
    if (!keyword) return this.#edit(place, place, ` where ${condition}`, { slot: 'tenant' });
    this.#edit(keyword.end, keyword.end, ` ${condition}`, { slot: 'tenant' }, ' and (');
    this.#edit(place, place, ')');
  }

  #fillings({ table, guarded }: Target): Array<readonly [SpecialColumn, Slot]> {
    const columns = this.#catalog.columnsOf(table);
    const all: Array<readonly [SpecialColumn, Slot]> = [
      ...(guarded ? [['tenant_id', 'tenant'] as const] : []),
      ['create_time', 'now'],
      ['update_time', 'now'],
      ...(this.#hasUser ? [['create_by', 'user'] as const, ['update_by', 'user'] as const] : []),
    ];
    return all.filter(([column]) => columns.has(column));
  }

  /** A tenant given by hand: only as a bound value, which is compared when the statement runs. */
  #own(value: readonly Item[] | undefined, table: string): void {
    const [item, ...more] = value ?? [];
    if (!item || !isWord(item, MARK) || more.length > 0) throw tenantMismatch(table);
    this.#ownTenant.set(this.#text.slice(0, item.start).split(MARK).length - 1, table);
  }

  #isTenantTable(items: readonly Item[], first: number, { name }: Leaf): boolean {
    const qualifier = items[first];
    const schema = isName(qualifier) && isWord(items[first + 1], '.') ? qualifier.name : undefined;
    if (this.#catalog.isTenantTable(name)) return true;
    const known = this.#catalog.has(name) || (schema === undefined && this.#expressions.has(name));
    if (!known && !isSystemTable(name, schema)) {
      throw queryRefused(`table ${name} is not known`, 'Check the name.');
    }
    return false;
  }

  /** @returns index of the last part of a dotted name */
  #nameEnd(items: readonly Item[], first: number): number {
    let last = first;
    while (isWord(items[last + 1], '.')) last += 2;
    return last;
  }

  #isAlias(item: Item | undefined): item is Leaf {
    return isName(item) && (item.kind === 'identifier' || !aliasWords.has(item.name));
  }

  #endOf(from: number, words: readonly string[]): number {
    const end = this.#items.findIndex((item, index) => index > from && isWord(item, ...words));
    return end < 0 ? this.#items.length : end;
  }

  #conflictAt(from: number): number {
    const tail = this.#items.findIndex(
      (item, index) =>
        index >= from &&
        (isWord(item, 'returning') ||
          (isWord(item, 'on') && isWord(this.#items[index + 1], 'conflict', 'duplicate'))),
    );
    return tail < 0 ? this.#items.length : tail;
  }

  #edit(start: number, end: number, ...parts: Edit['parts']): void {
    if (parts.length > 0) this.#edits.push({ start, end, parts });
  }

  #withoutLastSemicolon(items: readonly Item[]): readonly Item[] {
    const last = items.at(-1);
    if (!last || !isWord(last, ';')) return items;
    this.#edit(last.start, last.end, '');
    return items.slice(0, -1);
  }

  #refuseOtherVerb(verb: Item | undefined): void {
    if (!this.#filtered) return;
    throw queryRefused(
      `it begins with ${isLeaf(verb) ? verb.text : 'nothing'}`,
      'Only select, insert, update and delete can be filtered.',
    );
  }

  /** The last word: whatever names a tenant table and was not dealt with. */
  #refuseWhatIsNotUnderstood(): void {
    let derived = false;
    let locks = false;
    for (const { leaf, next } of leaves(this.#items)) {
      if (isWord(leaf, ';')) throw queryRefused('several statements in one', 'Make each a statement of its own.');
      if (leaf.kind === 'word' && leaf.name === 'u' && this.#text.charAt(leaf.end) === '&') {
        throw queryRefused('names with escapes', 'Write names plainly.');
      }
      if (leaf.kind === 'word' && xmlOfQuery.test(leaf.name) && isGroup(next)) {
        throw queryRefused(`${leaf.text} runs SQL of its own`, 'Write the query itself.');
      }
      locks ||= isWord(leaf, 'for', 'lock') && isWord(next, 'update', 'share', 'in');
      derived ||= this.#understood.has(leaf);
      if (this.#understood.has(leaf) || (isName(leaf) && isWord(next, '.'))) continue;
      const named = namesIn(leaf).find((name) => this.#catalog.isTenantTable(name));
      if (named === undefined) continue;
      throw queryRefused(
        `it names the table ${named} where the filter does not follow`,
        'Name tables behind from, join, into and update; give a column or text of that name as a bound value or alias.',
      );
    }
    if (this.#dialect === 'mysql' && derived && locks) {
      throw queryRefused('rows of a filtered table cannot be locked by it', 'Use the query builder: forUpdate().');
    }
  }
}

const isDistinctFrom = (items: readonly Item[], index: number): boolean =>
  isWord(items[index - 1], 'distinct') && isWord(items[index - 2], 'is', 'not');

const namesIn = ({ kind, name }: Leaf): readonly string[] =>
  kind === 'string' ? (name.match(/[\p{L}_][\p{L}\p{N}_$]*/gu) ?? []) : kind === 'symbol' ? [] : [name];
