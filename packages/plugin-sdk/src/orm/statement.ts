import { PlatformError, type Page, type PageQuery } from '../core/index.ts';

/** The form of the result of a statement. */
export type StatementKind = 'list' | 'one' | 'value' | 'page' | 'execute';

/** Runs a statement of the mapper's XML. Pages also take `page`. */
export type StatementRunner = (parameters: object, page: PageQuery | undefined) => Promise<unknown>;

const DECLARED = Symbol('statement');

interface Declared {
  readonly kind: StatementKind;
  run: StatementRunner | undefined;
}

/** A field of a mapper that refers to a statement. */
export interface DeclaredStatement {
  readonly name: string;
  readonly kind: StatementKind;
  readonly bind: (run: StatementRunner) => void;
}

/** The statements that a mapper declares as fields. */
export function declaredStatements(mapper: object): DeclaredStatement[] {
  return Object.entries(mapper).flatMap(([name, field]: [string, unknown]) => {
    const declared =
      typeof field === 'function' && DECLARED in field ? (field[DECLARED] as Declared) : undefined;
    if (!declared) return [];
    return [{ name, kind: declared.kind, bind: (run: StatementRunner) => void (declared.run = run) }];
  });
}

type NoParameters = Record<never, never>;
/** The parameter object may be left out where nothing in it is required. */
type Arguments<P extends object> = NoParameters extends P ? [parameters?: P] : [parameters: P];

function declare<A extends unknown[], R>(kind: StatementKind): (...args: A) => Promise<R> {
  const declared: Declared = { kind, run: undefined };
  const call = (parameters?: object, page?: PageQuery): Promise<unknown> =>
    declared.run ? declared.run(parameters ?? {}, page) : Promise.reject(notBound());
  return Object.assign(call, { [DECLARED]: declared }) as unknown as (...args: A) => Promise<R>;
}

const notBound = (): PlatformError =>
  new PlatformError({
    code: 'MAPPER_NOT_BOUND',
    message: 'A statement of a mapper is not connected to a database.',
    fix: 'Let the mapper be injected, and do not use it in a constructor: init() is the moment.',
  });

/**
 * Declares a select of all rows. The name of the field is the `id` of the statement.
 *
 * @example
 * ```ts
 * readonly countByStatus = selectList<StatusCount, { from?: string }>();
 * ```
 */
export const selectList = <Row, P extends object = NoParameters>(): ((
  ...args: Arguments<P>
) => Promise<Row[]>) => declare<Arguments<P>, Row[]>('list');

/** Declares a select of at most one row; two are MAPPER_RESULT_AMBIGUOUS. */
export const selectOne = <Row, P extends object = NoParameters>(): ((
  ...args: Arguments<P>
) => Promise<Row | undefined>) => declare<Arguments<P>, Row | undefined>('one');

/**
 * Declares a select of one value, the first column. If there may be no row, include `null` in
 * `V`.
 */
export const selectValue = <V, P extends object = NoParameters>(): ((...args: Arguments<P>) => Promise<V>) =>
  declare<Arguments<P>, V>('value');

/** Declares a select by pages. The total is counted by a second statement around it. */
export const selectPage = <Row, P extends object = NoParameters>(): ((
  parameters: P,
  page: PageQuery,
) => Promise<Page<Row>>) => declare<[parameters: P, page: PageQuery], Page<Row>>('page');

/** Declares an insert, update or delete; it resolves to the number of rows. */
export const execute = <P extends object = NoParameters>(): ((...args: Arguments<P>) => Promise<number>) =>
  declare<Arguments<P>, number>('execute');
