import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

type Rows = (sql: string) => Promise<ReadonlyArray<Record<string, unknown>>>;

/** The applications that operations of the kill tests change. */
export const CODES = ['demo', 'top'] as const;

/**
 * The state of one application that an operation changes and a failure rolls back. Identifiers are
 * left out.
 */
export interface ApplicationState {
  /** Tenant, version, former version, status; a first installation that failed counts as none. */
  readonly installs: readonly string[];
  readonly active: string;
  /** Path and content of jar, frontend and placement. */
  readonly files: readonly string[];
  readonly menus: readonly string[];
  readonly granted: readonly string[];
  readonly menusOfVersion: readonly string[];
  readonly greeting: string;
}

/** State that only grows: executed scripts stay, and so do their files. (spec: L1) */
export interface SchemaState {
  readonly history: readonly string[];
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>;
}

export interface PlatformState {
  readonly applications: Readonly<Record<string, ApplicationState>>;
  readonly schema: SchemaState;
  /** Identifier by menu key: roles refer to it. */
  readonly menuIds: Readonly<Record<string, number>>;
  /** Files of operations that belong to no application. */
  readonly leftovers: readonly string[];
}

const TABLES = ['demo_item', 'demo_note', 'top_item'];

/**
 * The state that operations change: files and rows, read without the host, and the responses of the
 * host.
 */
export async function stateOf(data: string, rows: Rows, api: string): Promise<PlatformState> {
  const files = filesIn(data);
  const applications: Record<string, ApplicationState> = {};
  for (const code of CODES) applications[code] = await applicationState(code, data, files, rows, api);
  const belongs = (path: string): boolean =>
    CODES.some((code) => isOf(code, path) || isKept(code, path, files)) ||
    path === 'plugins-dist/active-plugins.txt';
  const menus = await rows('select menu_key, menu_id from sys_menu where app_code is not null');
  return {
    applications,
    schema: await schemaState(rows),
    menuIds: Object.fromEntries(menus.map((row) => [String(row['menu_key']), Number(row['menu_id'])])),
    leftovers: files.map(({ path }) => path).filter((path) => !belongs(path)),
  };
}

async function applicationState(
  code: string,
  data: string,
  files: readonly FoundFile[],
  rows: Rows,
  api: string,
): Promise<ApplicationState> {
  const texts = async (sql: string): Promise<string[]> =>
    (await rows(sql)).map((row) => Object.values(row).join(' ')).sort();
  const own = `app_code = '${code}'`;
  const greeting = await fetch(`${api}/open/${code}/greet`);
  return {
    installs: await texts(
      `select tenant_id, version, previous_version, status from app_install where ${own} and status <> 9`,
    ),
    active: activeLine(data, code),
    files: files.flatMap(({ path, sha256 }) => (isOf(code, path) ? `${path} ${sha256}` : [])),
    menus: await texts(
      `select m.menu_key, m.menu_name, m.order_num, m.visible, p.menu_key as parent from sys_menu m
       left join sys_menu p on p.menu_id = m.parent_id where m.${own}`,
    ),
    granted: await texts(
      `select r.tenant_id, r.role_key, m.menu_key from sys_role_menu rm join sys_role r on r.role_id = rm.role_id
       join sys_menu m on m.menu_id = rm.menu_id where m.${own}`,
    ),
    menusOfVersion: await texts(`select version, menu_key from app_version_menu where ${own}`),
    greeting: `${greeting.status} ${greeting.status === 200 ? await greeting.text() : ''}`,
  };
}

async function schemaState(rows: Rows): Promise<SchemaState> {
  const history = await rows(
    'select app_code, script, version from app_schema_history order by app_code, script',
  );
  const tables: Record<string, number> = {};
  for (const table of TABLES) {
    const found = await rows(`select count(*) as n from ${table}`).catch(() => undefined);
    if (found) tables[table] = Number(found[0]?.['n']);
  }
  return { history: history.map((row) => `${String(row['app_code'])} ${String(row['script'])}`), tables };
}

function activeLine(data: string, code: string): string {
  const file = join(data, 'plugins-dist/active-plugins.txt');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.find((line) => line.startsWith(`${code}=`)) ?? '';
}

interface FoundFile {
  readonly path: string;
  readonly sha256: string;
}

/** Folders of the deployment without migration scripts, which only grow. */
function filesIn(data: string): FoundFile[] {
  return ['plugins-dist', 'remote-apps', 'temp']
    .filter((folder) => existsSync(join(data, folder)))
    .flatMap((folder) =>
      readdirSync(join(data, folder), { recursive: true, encoding: 'utf8', withFileTypes: true }),
    )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: relative(data, file),
      sha256: createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12),
    }))
    .filter(({ path }) => !/^plugins-dist\/migrations\/(demo|top)\/[\w-]+\.sql$/.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Exactly those that placing an application leaves; anything else is a leftover. */
function isOf(code: string, path: string): boolean {
  return (
    new RegExp(`^plugins-dist/platform-${code}-plugin-[\\d.]+\\.jar$`).test(path) ||
    path === `plugins-dist/placements/${code}.json` ||
    new RegExp(`^remote-apps/${code}/[\\w./]+\\.(js|json|css)(\\.br|\\.gz)?$`).test(path)
  );
}

/**
 * Files of a version beside the running ones of an application that is placed: no state of an
 * operation, since the storage has them too.
 */
function isKept(code: string, path: string, files: readonly FoundFile[]): boolean {
  const placed = files.some((file) => file.path === `plugins-dist/placements/${code}.json`);
  return placed && new RegExp(`^remote-apps/${code}/~v/\\d+\\.\\d+\\.\\d+~?/`).test(path);
}
