import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StaticView } from './comparison-shell.ts';

const FIRST_ID = 40_000_000;

/**
 * Puts menus for static views into a stopped platform's database: pages of the host at
 * `/static-<code>`.
 */
export function placeStaticMenus(directory: string, views: readonly StaticView[]): void {
  const database = new DatabaseSync(join(directory, 'platform.db'));
  const insert = database.prepare(
    `insert into sys_menu (menu_id, menu_key, parent_id, menu_name, menu_type, path, order_num, component, visible, status)
     values (?, ?, 0, ?, 'C', ?, ?, ?, 1, 1)`,
  );
  for (const [at, { code, view }] of views.entries()) {
    const name = `static-${code}`;
    insert.run(FIRST_ID + at, `host:${name}`, name, `/${name}`, at, `host:${name}/${view}`);
  }
  database.close();
}

/** Creates the records and the entry file of application frontends, as installations would. */
export function placeFrontends(
  directory: string,
  applications: ReadonlyArray<{ code: string; version: string }>,
): void {
  const sample = join(directory, 'remote-apps', 'hello', 'index.js');
  for (const { code, version } of applications) {
    const placed = { version, jar: null, entry: 'index.js', files: ['index.js'], formerFiles: [] };
    writeFileSync(join(directory, 'plugins-dist', 'placements', `${code}.json`), JSON.stringify(placed));
    mkdirSync(join(directory, 'remote-apps', code), { recursive: true });
    copyFileSync(sample, join(directory, 'remote-apps', code, 'index.js'));
  }
}
