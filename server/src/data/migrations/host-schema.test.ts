import { expect, it } from 'vitest';
import { openHostDatabase } from '../testing/open.ts';
import { hostMigrations } from './versions/index.ts';

/**
 * Databases of earlier versions keep what a migration made when it ran. A difference here therefore
 * needs a new migration; then `vitest -u` writes the file again.
 */
it('the migrations make the schema that is on record', async () => {
  const database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  const { rows } = await database.raw<{ text: string }>(
    `select sql as text from sqlite_master where sql is not null and name not like 'sqlite_%'
      order by tbl_name, type desc, name`,
  );
  await database.close();
  const text = rows
    .map((row) => row.text.replaceAll('"', '').replaceAll(/, (?=\w+ \w)/g, ',\n  '))
    .join(';\n');
  await expect(`${text};\n`).toMatchFileSnapshot('host-schema.txt');
});

// The last name says how far a database is: that of a later migration is greater.
it('each migration has a number of its own, in their order', () => {
  const numbers = hostMigrations.map(({ name }) => Number(/^(\d{4})-[a-z-]+$/.exec(name)?.[1]));
  expect(numbers).toEqual(hostMigrations.map((_migration, at) => at + 1));
});
