import { expect, it } from 'vitest';
import { openHostDatabase } from '../testing/open.ts';

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
