import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { GeneratedApplications } from './generated-applications.ts';

/**
 * Places applications in a stopped platform's data directory as installations would: the jar, its
 * line in `active-plugins.txt`, and the tenant's record, copied from `hello`.
 */
export async function placeApplications(
  directory: string,
  codes: readonly string[],
  generated: GeneratedApplications,
): Promise<void> {
  const plugins = join(directory, 'plugins-dist');
  const database = new DatabaseSync(join(directory, 'platform.db'));
  const [hello] = database.prepare("select * from app_install where app_code = 'hello'").all();
  if (!hello) throw new Error('hello is not installed.');
  const columns = Object.keys(hello);
  const insert = database.prepare(
    `insert into app_install (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  );
  for (const [index, code] of codes.entries()) {
    const jar = await generated.jar(code, plugins);
    appendFileSync(join(plugins, 'active-plugins.txt'), `${code}=${jar}\n`);
    const row = { ...hello, install_id: Number(hello['install_id']) + index + 1, app_code: code };
    insert.run(...Object.values(row));
  }
  database.close();
}
