import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../dialect.ts';
import { parseCreatedTables } from './created-tables.ts';
import { splitScript } from './split.ts';
import { tokenize } from './tokens.ts';

const dialects: Dialect[] = ['sqlite', 'mysql', 'postgres'];
const texts = (sql: string, dialect: Dialect): string[] => splitScript(sql, dialect).map(({ text }) => text);

describe.each(dialects)('scripts on %s', (dialect) => {
  it('split at semicolons, but not inside texts, names and comments', () => {
    const sql = `
      -- one; two
      insert into a values ('x;y', 'it''s;'); /* three; */
      select ";" from "t;1" ;;
      select 1 -- last`;
    expect(texts(sql, dialect)).toEqual([
      "insert into a values ('x;y', 'it''s;')",
      'select ";" from "t;1"',
      'select 1',
    ]);
  });

  it('report the line of each statement', () => {
    expect(splitScript('select 1;\n\n-- x\nselect 2;', dialect).map(({ line }) => line)).toEqual([1, 4]);
  });

  it('may contain programs with semicolons', () => {
    const trigger = `create trigger t after insert on a begin
      update b set c = case when d then 1 else 2 end; delete from e; end`;
    expect(texts(`${trigger}; select 1`, dialect)).toEqual([trigger, 'select 1']);
  });

  it('with an unterminated token are refused with its line', () => {
    for (const open of ["'x", '"x', '/* x']) {
      expect(() => splitScript(`select 1;\nselect ${open}; select 2`, dialect)).toThrow(/line 2/);
    }
  });

  it('keep all text in their tokens', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "'",
            "''",
            '"',
            '`',
            ';',
            '--',
            '#',
            '/*',
            '*/',
            '$$',
            '$a$',
            'e',
            '\\',
            '\n',
            ' ',
            'a',
            '1',
            '[',
            ']',
          ),
        ),
        (pieces) => {
          const sql = pieces.join('');
          let at = 0;
          try {
            for (const token of tokenize(sql, dialect)) {
              expect(token.start).toBe(at);
              expect(token.end).toBeGreaterThan(at);
              at = token.end;
            }
          } catch (error) {
            expect(error).toMatchObject({ code: 'SQL_SCRIPT_INVALID' });
            return;
          }
          expect(at).toBe(sql.length);
        },
      ),
    );
  });

  it('equal their joined statements', () => {
    const quoted = fc.string().map((text) => `'${text.replaceAll('\\', '').replaceAll("'", "''")}'`);
    const statement = fc
      .array(quoted, { minLength: 1 })
      .map((values) => `insert into t values (${values.join(', ')})`);
    fc.assert(
      fc.property(fc.array(statement), (statements) => {
        expect(texts(statements.map((text) => `${text};`).join(' -- ;\n'), dialect)).toEqual(statements);
      }),
    );
  });
});

describe('syntax of one dialect', () => {
  it('dollar quotes, nested comments and escapes (PostgreSQL)', () => {
    const sql = `do $body$ begin; select $$;$$; end $body$; select e'\\';' /* a /* ; */ ; */; select $1`;
    expect(texts(sql, 'postgres')).toEqual([
      'do $body$ begin; select $$;$$; end $body$',
      "select e'\\';'",
      'select $1',
    ]);
  });

  it('backslashes, backticks and # comments; two dashes without a space start no comment (MySQL)', () => {
    expect(texts("select 'a\\';b', `c;d` # ;\n; select 1--1; select 2", 'mysql')).toEqual([
      "select 'a\\';b', `c;d`",
      'select 1--1',
      'select 2',
    ]);
  });

  it('brackets (SQLite)', () => {
    expect(texts('select [a;b]; select 1', 'sqlite')).toEqual(['select [a;b]', 'select 1']);
  });

  it('routines with loops and conditions (MySQL)', () => {
    const routine = `create definer = root procedure p() begin
      if a then select 1; end if; while b do select 2; end while; case c when 1 then select 3; end case; end`;
    expect(texts(`${routine}; select 4`, 'mysql')).toEqual([routine, 'select 4']);
  });
});

describe('programs', () => {
  it.each([
    'create or replace function f() begin select 1; end',
    'CREATE TEMP TRIGGER t after insert on a BEGIN select 1; END',
    'create temporary trigger t after insert on a begin select 1; end',
    'create definer = root event e do begin select 1; end',
    'create trigger t after insert on a when case when b then 1 end begin select 1; end',
    'create procedure p() begin loop select 1; end loop; repeat select 2; end repeat; begin end; end',
  ])('end with their last end: %s', (program) => {
    expect(texts(`${program}; select 1`, 'mysql')).toEqual([program, 'select 1']);
    expect(texts(`${program}; begin; select 1; end`, 'mysql')).toEqual([program, 'begin', 'select 1', 'end']);
  });

  it.each([
    'create table begin (a int)',
    'select 1 as begin',
    'create triggers begin',
    'x create trigger begin',
  ])('are not seen in: %s', (sql) => {
    expect(texts(`${sql}; select 1`, 'sqlite')).toEqual([sql, 'select 1']);
  });
});

describe('spec: L2, created tables of a script', () => {
  it('include only those of `create table`', () => {
    const sql = `
      create table if not exists hello_item (id int);
      CREATE TABLE "hello_note" (id int);
      create table main.hello_tag (id int);
      create temporary table scratch (id int);
      -- create table in_comment (id int);
      insert into hello_item values ('create table in_text (id int);');
      create index i on hello_item (id);
      alter table hello_old rename to hello_new;
      create table hello_item (id int);`;
    expect(parseCreatedTables(sql, 'sqlite')).toEqual(['hello_item', 'hello_note', 'hello_tag']);
    expect(parseCreatedTables('create table `a``b` (id int)', 'mysql')).toEqual(['a`b']);
  });

  it.each<[string, Dialect, string[]]>([
    ['create or replace table a (id int)', 'mysql', ['a']],
    ['create unlogged table a.b."c ""d" (id int)', 'postgres', ['c "d']],
    ['create table if not exists a.b (id int)', 'postgres', ['b']],
    ['create table [a b] (id int)', 'sqlite', ['a b']],
    ['create table', 'sqlite', []],
    ['table a', 'sqlite', []],
    ['drop table a', 'sqlite', []],
    ['create view a as select 1', 'sqlite', []],
    ['create view table', 'sqlite', []],
  ])('%s (%s)', (sql, dialect, names) => {
    expect(parseCreatedTables(sql, dialect)).toEqual(names);
  });
});
