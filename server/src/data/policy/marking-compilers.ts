import { MARK } from '@platform/mapper';
import { MysqlQueryCompiler, PostgresQueryCompiler, SqliteQueryCompiler, type QueryCompiler } from 'kysely';
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

/** Compiles queries to texts as statements of mappers are: each {@link MARK} stands for the next value. */
export const markingCompiler = (dialect: Dialect): QueryCompiler => new compilers[dialect]();
