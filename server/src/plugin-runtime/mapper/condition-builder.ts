import type { Conditions, Where } from '@platform/plugin-sdk/orm';
import { sql, type Expression, type ExpressionBuilder, type ReferenceExpression, type SqlBool } from 'kysely';
import type { Dialect } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import { toColumn } from './column-values.ts';
import type { ColumnModel, EntityModel } from './entity-model.ts';

/** A schema whose shape only the entity knows. */
export type DynamicSchema = Record<string, Record<string, unknown>>;
type Build = ExpressionBuilder<DynamicSchema, string>;
type Part = (eb: Build) => Expression<SqlBool>;
type Row = Record<string, unknown>;
type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<=';
type Group = (q: Conditions<Row>) => Conditions<Row>;

/** {@link Conditions} that become one Kysely expression. */
export class ConditionBuilder implements Conditions<Row> {
  readonly orderings: Array<{ readonly column: string; readonly direction: 'asc' | 'desc' }> = [];
  readonly #model: EntityModel;
  readonly #dialect: Dialect;
  #parts: Part[] = [];

  constructor(model: EntityModel, dialect: Dialect) {
    this.#model = model;
    this.#dialect = dialect;
  }

  /** Adds the author's conditions. */
  apply(where: Where<Row> | undefined): this {
    if (typeof where === 'function') where(this);
    else for (const [field, value] of Object.entries(where ?? {})) this.#equal(field, value);
    return this;
  }

  readonly expression = (eb: Build): Expression<SqlBool> => eb.and(this.#parts.map((part) => part(eb)));

  /** True if nothing limits the rows. */
  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  eq(field: string, value: unknown): this {
    return this.#compare(field, '=', value);
  }

  ne(field: string, value: unknown): this {
    return this.#compare(field, '!=', value);
  }

  gt(field: string, value: unknown): this {
    return this.#compare(field, '>', value);
  }

  ge(field: string, value: unknown): this {
    return this.#compare(field, '>=', value);
  }

  lt(field: string, value: unknown): this {
    return this.#compare(field, '<', value);
  }

  le(field: string, value: unknown): this {
    return this.#compare(field, '<=', value);
  }

  in(field: string, values: readonly unknown[] | undefined): this {
    return this.#among(field, 'in', values);
  }

  notIn(field: string, values: readonly unknown[] | undefined): this {
    return this.#among(field, 'not in', values);
  }

  like(field: string, text: string | undefined): this {
    return this.#like(field, text, (escaped) => `%${escaped}%`);
  }

  likeLeft(field: string, text: string | undefined): this {
    return this.#like(field, text, (escaped) => `%${escaped}`);
  }

  likeRight(field: string, text: string | undefined): this {
    return this.#like(field, text, (escaped) => `${escaped}%`);
  }

  between(field: string, low: unknown, high: unknown): this {
    return this.ge(field, low).le(field, high);
  }

  isNull(field: string): this {
    const reference = this.#reference(field);
    return this.#add((eb) => eb(reference, 'is', null));
  }

  isNotNull(field: string): this {
    const reference = this.#reference(field);
    return this.#add((eb) => eb(reference, 'is not', null));
  }

  and(group: Group): this {
    const inner = this.#group(group);
    return inner ? this.#add(inner) : this;
  }

  or(group: Group): this {
    const inner = this.#group(group);
    if (!inner) return this;
    const before = this.#parts;
    this.#parts =
      before.length === 0 ? [inner] : [(eb) => eb.or([eb.and(before.map((part) => part(eb))), inner(eb)])];
    return this;
  }

  orderBy(field: string, direction: 'asc' | 'desc' = 'asc'): this {
    this.orderings.push({ column: this.#column(field).column, direction });
    return this;
  }

  #equal(field: string, value: unknown): void {
    if (Array.isArray(value)) this.in(field, value);
    else if (value === null) this.isNull(field);
    else this.eq(field, value);
  }

  #compare(field: string, operator: Comparison, value: unknown): this {
    if (value === undefined) return this;
    if (value === null) return operator === '!=' ? this.isNotNull(field) : this.isNull(field);
    const reference = this.#reference(field);
    const bound = toColumn(this.#column(field), value);
    return this.#add((eb) => eb(reference, operator, bound));
  }

  #among(field: string, operator: 'in' | 'not in', values: readonly unknown[] | undefined): this {
    if (values === undefined) return this;
    const column = this.#column(field);
    if (values.length === 0) return operator === 'in' ? this.#add(() => sql<SqlBool>`1 = 0`) : this;
    const reference = this.#reference(field);
    const bound = values.map((value) => toColumn(column, value));
    return this.#add((eb) => eb(reference, operator, bound));
  }

  #like(field: string, text: string | undefined, pattern: (escaped: string) => string): this {
    if (text === undefined) return this;
    const { column } = this.#column(field);
    const bound = pattern(text.replaceAll(/[!%_]/g, '!$&'));
    return this.#add(() => this.#matches(column, bound));
  }

  /** Case-insensitive, whatever the collation is. */
  #matches(column: string, pattern: string): Expression<SqlBool> {
    return this.#dialect === 'postgres'
      ? sql<SqlBool>`${sql.ref(column)} ilike ${pattern} escape '!'`
      : sql<SqlBool>`lower(${sql.ref(column)}) like lower(${pattern}) escape '!'`;
  }

  #group(group: Group): Part | undefined {
    const inner = new ConditionBuilder(this.#model, this.#dialect);
    group(inner);
    this.orderings.push(...inner.orderings);
    return inner.isEmpty ? undefined : inner.expression;
  }

  #add(part: Part): this {
    this.#parts.push(part);
    return this;
  }

  #reference(field: string): ReferenceExpression<DynamicSchema, string> {
    return this.#column(field).column as ReferenceExpression<DynamicSchema, string>;
  }

  #column(field: string): ColumnModel {
    const column = this.#model.byField.get(field);
    if (column) return column;
    throw new PlatformError({
      code: 'FIELD_UNKNOWN',
      message: `${this.#model.entity.name} has no mapped field ${field}.`,
      fix: `Fields: ${[...this.#model.byField.keys()].join(', ')}.`,
    });
  }
}
