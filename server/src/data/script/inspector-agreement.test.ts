import { splitScript } from '@platform/mapper';
import { scanSql } from '@platform/package-format';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Dialect } from '../database.ts';

const PIECES = [
  ...[
    'drop table sys_user',
    'insert into a values',
    'select',
    'do',
    'update a set b =',
    'E',
    'N',
    'array',
    'x1',
  ],
  ...["'", "''", '"', '""', '`', '``', '\\', "\\'", '$$', '$a$', '$', '[', ']', '(', ')', ';', ',', '1', '5'],
  ...['--', '-- ', '#', '/*', '*/', '/*!', '/*!50000 ', '/**/', '-', '\n', ' ', '\t', '\u00a0', '\r'],
];

/** The statements that a dialect runs, or why it runs none; spaces and comments do not count. */
function statementsOf(sql: string, dialect: Dialect): string[] | 'none' {
  try {
    return splitScript(sql, dialect).map(({ tokens }) =>
      tokens
        .map(({ start, end }) => sql.slice(start, end))
        .join('')
        .replaceAll(' ', ''),
    );
  } catch {
    return 'none';
  }
}

it('splits unambiguous scripts into the same statements on every database (design 4.3)', () => {
  const scripts = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''));
  let compared = 0;
  fc.assert(
    fc.property(scripts, (sql) => {
      const { refused, ambiguities } = scanSql(sql);
      if (refused.length > 0 || ambiguities.length > 0) return;
      compared++;
      const [first, ...others] = (['sqlite', 'mysql', 'postgres'] as const)
        .map((dialect) => statementsOf(sql, dialect))
        .filter((statements) => statements !== 'none');
      for (const statements of others) expect(statements, sql).toEqual(first);
    }),
    { numRuns: Number(process.env['SCRIPT_RUNS'] ?? 5_000) },
  );
  expect(compared).toBeGreaterThan(50);
});
