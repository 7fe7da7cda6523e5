import { factFor, factKey, type AbstractClass } from '../metadata/index.ts';

/** How a column's values look in TypeScript, the same on each database. (design 9.1-5, 9.7-46) */
export type FieldType = 'boolean' | 'number' | 'string' | 'decimal' | 'date' | 'json';

/** Which part a field plays in the generated SQL. */
export type FieldRole = 'id' | 'plain' | 'logicalDelete' | 'version';

/** One mapped field of an entity. */
export interface FieldFact {
  /** Name in TypeScript. */
  readonly name: string;
  /** Column. Default: the name of the field in snake case. */
  readonly column: string | undefined;
  readonly type: FieldType | undefined;
  readonly role: FieldRole;
}

export interface EntityFact {
  table: string;
}

export const ENTITY = factKey<EntityFact>('entity', () => ({ table: '' }));
export const FIELDS = factKey<FieldFact[]>('fields', () => []);

/** Name of the column, or options that differ from the defaults. */
export interface FieldOptions {
  readonly column?: string;
  /** Settles how values look where the database's own type leaves it open. */
  readonly type?: FieldType;
}

type FieldDecorator = (target: undefined, context: ClassFieldDecoratorContext) => void;

function field(role: FieldRole, given: string | FieldOptions): FieldDecorator {
  const { column, type } = typeof given === 'string' ? { column: given, type: undefined } : given;
  return (_target, { metadata, name }) =>
    void factFor(metadata, FIELDS).push({ name: String(name), column, type, role });
}

/** Maps a class to a table. @param name the table, prefixed by the application's code */
export function TableName(name: string) {
  return (_type: AbstractClass, { metadata }: ClassDecoratorContext): void => {
    factFor(metadata, ENTITY).table = name;
  };
}

/** The primary key; `insert` assigns it where the row has none. */
export function TableId(options: string | FieldOptions = {}): FieldDecorator {
  return field('id', options);
}

/** Maps a field to a column. Default name: the field in snake case. */
export function TableField(options: string | FieldOptions = {}): FieldDecorator {
  return field('plain', options);
}

/** Marks rows as deleted instead of deleting them. Selects never return them. A boolean column. */
export function TableLogic(options: string | FieldOptions = {}): FieldDecorator {
  return field('logicalDelete', options);
}

/**
 * Counts changes. `updateById` with another number than the stored one changes nothing and
 * resolves to 0.
 */
export function Version(options: string | FieldOptions = {}): FieldDecorator {
  return field('version', options);
}
