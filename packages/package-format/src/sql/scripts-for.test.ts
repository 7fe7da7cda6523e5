import { describe, expect, test } from 'vitest';
import { nameOfScript, scriptsFor } from './scripts-for.ts';

const files = ['V2__b.sql', 'V1__a.mysql.sql', 'readme.md', 'V1__a.sql', 'V10__c.postgres.sql', 'é.sql'];
const runs = (dialect: 'sqlite' | 'mysql' | 'postgres') => scriptsFor(files, dialect).map(({ file }) => file);

describe('spec: L1: the scripts of a database', () => {
  test('a variant takes the place of the common script, whatever order they are in', () => {
    expect(runs('mysql')).toEqual(['V1__a.mysql.sql', 'V2__b.sql', 'é.sql']);
    expect(scriptsFor(['a.sql', 'a.sqlite.sql'], 'sqlite')).toEqual([
      { script: 'a.sql', file: 'a.sqlite.sql' },
    ]);
    expect(scriptsFor(['a.sqlite.sql', 'a.sql'], 'sqlite')).toEqual([
      { script: 'a.sql', file: 'a.sqlite.sql' },
    ]);
  });

  test('variants of other databases and other files are left out', () => {
    expect(runs('sqlite')).toEqual(['V1__a.sql', 'V2__b.sql', 'é.sql']);
    expect(runs('postgres')).toEqual(['V10__c.postgres.sql', 'V1__a.sql', 'V2__b.sql', 'é.sql']);
  });

  test('variants share the name in the history', () => {
    expect(['a.sql', 'a.mysql.sql', 'a.oracle.sql'].map(nameOfScript)).toEqual([
      'a.sql',
      'a.sql',
      'a.oracle.sql',
    ]);
  });
});
