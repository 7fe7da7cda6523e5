import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { join } from 'node:path';

const VERSIONS = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.9.0', '1.10.0'];
const INSTALLED = '1.9.0';
const CATEGORIES = [
  'Sales',
  'Purchasing',
  'Warehouse',
  'People',
  'Finance',
  'Service',
  'Production',
  'Projects',
];
const SUBJECTS = [
  'Orders',
  'Invoices',
  'Contracts',
  'Deliveries',
  'Visits',
  'Shifts',
  'Assets',
  'Tickets',
  'Budgets',
  'Suppliers',
];
const PLACES = ['North', 'South', 'Harbour', 'Central', 'Field', 'Regional', 'Export', 'Retail'];

export interface Offered {
  readonly applications: number;
  /** How many of them are installed: alternately in an older version and in the latest one. */
  readonly installed: number;
  /** Menus of each installed one. */
  readonly menus: number;
}

type Row = Readonly<Record<string, SQLInputValue>>;

/**
 * Creates the records of applications in a stopped platform's data directory, as uploads and
 * installations would: listings, versions, installations and menus. No packages are created.
 */
export function offerApplications(directory: string, { applications, installed, menus }: Offered): void {
  const database = new DatabaseSync(join(directory, 'platform.db'));
  database.exec('begin');
  const insert = (table: string, row: Row): void => {
    const columns = Object.keys(row);
    const values = columns.map(() => '?').join(', ');
    database
      .prepare(`insert into ${table} (${columns.join(', ')}) values (${values})`)
      .run(...Object.values(row));
  };
  for (let index = 0; index < applications; index++) {
    const app = applicationOf(index, menus);
    insert('app_info', app.listing);
    for (const version of app.versions) insert('app_version', version);
    if (index >= installed) continue;
    insert('app_install', installOf(index, app.code));
    for (const menu of menusOf(index, app, menus)) insert('sys_menu', menu);
  }
  database.exec('commit');
  database.close();
}

interface Application {
  readonly code: string;
  readonly name: string;
  readonly listing: Row;
  readonly versions: readonly Row[];
}

const now = new Date().toISOString();
const idOf = (index: number): number => 50_000_000 + index * 1000;

function applicationOf(index: number, menus: number): Application {
  const code = `offer${index}`;
  const pick = (names: readonly string[], step: number): string =>
    names[Math.floor(index / step) % names.length] ?? '';
  const name = `${pick(PLACES, SUBJECTS.length)} ${pick(SUBJECTS, 1)} ${index}`;
  const description = `Keeps ${pick(SUBJECTS, 1).toLowerCase()} of the ${pick(PLACES, SUBJECTS.length).toLowerCase()} sites in one place, with approvals, files and reports.`;
  const listing = {
    ...{ app_id: idOf(index), app_code: code, name, description, status: 1, latest_version: '1.10.0' },
    ...{ category: pick(CATEGORIES, 3), author: `Team ${index % 17}`, create_time: now, update_time: now },
  };
  const nested = Array.from({ length: menus }, (_, at) => ({
    ...{ key: `${code}:m${at}`, type: 'C', name: `Page ${at}`, path: `p${at}` },
    ...{ component: `remote:${code}/list`, perms: `${code}:m${at}:list` },
  }));
  const versions = VERSIONS.map((version, turn) => ({
    ...{ version_id: idOf(index) + turn, app_id: idOf(index), app_code: code, version, status: 1 },
    ...{ release_time: now, package_url: 'none', package_size: 1_234_567, package_md5: '0'.repeat(32) },
    package_sha256: '0'.repeat(64),
    manifest_json: JSON.stringify({ code, name, version, description, assets: {}, menus: nested }),
    ...{ signature_state: 'signed', create_time: now, update_time: now },
  }));
  return { code, name, listing, versions };
}

const installOf = (index: number, app_code: string): Row => ({
  ...{ install_id: idOf(index), tenant_id: '000000', app_code, status: 1, installed_by: 'admin' },
  version: index % 2 === 0 ? INSTALLED : '1.10.0',
  ...{ installed_at: now, create_time: now, update_time: now },
});

function menusOf(index: number, { code, name }: Application, menus: number): Row[] {
  const common = { app_code: code, visible: 1, status: 1, create_time: now, update_time: now };
  const folder = { menu_id: idOf(index), menu_key: `${code}:root`, parent_id: 0, menu_name: name };
  const pages = Array.from({ length: menus }, (_, at) => ({
    ...{ menu_id: idOf(index) + at + 1, menu_key: `${code}:m${at}`, parent_id: idOf(index) },
    ...{ menu_name: `${name} page ${at}`, menu_type: 'C', path: `p${at}`, order_num: at },
    ...{ component: `remote:${code}/list`, perms: `${code}:m${at}:list`, ...common },
  }));
  return [{ ...folder, menu_type: 'M', path: code, order_num: 100 + index, ...common }, ...pages];
}
