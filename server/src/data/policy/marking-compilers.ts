import { MARK } from '@platform/mapper';
import {
  MysqlQueryCompiler,
  PostgresQueryCompiler,
  SqliteQueryCompiler,
  type CompiledQuery,
  type QueryCompiler,
  type QueryId,
  type RootOperationNode,
} from 'kysely';
import { CompiledQueries } from '../compiled/compiled-queries.ts';
import type { Dialect } from '../database.ts';

class MarkingSqliteCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return MARK;
  }
}

class MarkingMysqlCompiler extends MysqlQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return MARK;
  }
}

class MarkingPostgresCompiler extends PostgresQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return MARK;
  }
}

const compilers: Readonly<Record<Dialect, new () => QueryCompiler>> = {
  sqlite: MarkingSqliteCompiler,
  mysql: MarkingMysqlCompiler,
  postgres: MarkingPostgresCompiler,
};

/**
 * Compiles queries to the texts of mapper statements: each {@link MARK} stands for the next value.
 * Text depends on the query alone, so it is kept by shape, for all tenants and applications.
 */
export class MarkingCompiler implements QueryCompiler {
  readonly #compiler: QueryCompiler;
  readonly #compiled = new CompiledQueries();

  constructor(dialect: Dialect) {
    this.#compiler = new compilers[dialect]();
  }

  compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    return this.#compiled.compile(node, queryId, '', (tree) => this.#compiler.compileQuery(tree, queryId));
  }
}
