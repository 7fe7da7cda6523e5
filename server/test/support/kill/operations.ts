import { controller, PackageWorkshop } from '../../../src/market/testing/test-packages.ts';
import { type ApiClient, publishPackage } from '@platform/cli';
import type { Operated } from './operated.ts';

type Work = (platform: Operated) => Promise<unknown>;

/** One operation of a walk; each begins where the one before it has left the platform. */
export interface KilledOperation {
  readonly name: string;
  /** About how many changes it makes on SQLite; on the servers some more. */
  readonly changes: number;
  readonly work: Work;
}

interface Install {
  readonly installId: number;
  readonly appCode: string;
}
interface Version {
  readonly versionId: number;
  readonly version: string;
}

const installId = async (api: ApiClient): Promise<number> => {
  const installs = await api.get<Install[]>('/app/install/list');
  const found = installs.find(({ appCode }) => appCode === 'demo');
  if (!found) throw new Error('demo is not installed.');
  return found.installId;
};
const versionId = async (api: ApiClient, version: string): Promise<number> => {
  const [listing] = (await api.get<Array<{ appId: number; appCode: string }>>('/app/console/list')).filter(
    ({ appCode }) => appCode === 'demo',
  );
  const versions = await api.get<Version[]>(`/app/version/list?appId=${listing?.appId ?? 0}`);
  return versions.find((candidate) => candidate.version === version)?.versionId ?? 0;
};
const install =
  (version: string): Work =>
  ({ api }) =>
    api.post('/app/install', { appCode: 'demo', version });
const upgrade =
  (version: string): Work =>
  async ({ api }) =>
    api.post(`/app/install/${await installId(api)}/upgrade`, { version });
const change =
  (action: string): Work =>
  async ({ api }) =>
    api.post(`/app/install/${await installId(api)}/${action}`);
const dropData = 'dropData=true&confirm=demo';

/** Every kind of operation at least once, in an order in which each can follow the previous one. */
export const OPERATIONS: readonly KilledOperation[] = [
  { name: 'install', changes: 108, work: install('1.0.0') },
  { name: 'upgrade', changes: 130, work: upgrade('1.1.0') },
  { name: 'rollback', changes: 118, work: change('rollback') },
  { name: 'disable', changes: 11, work: change('disable') },
  { name: 'enable', changes: 12, work: change('enable') },
  {
    name: 'install for a second tenant',
    changes: 26,
    work: ({ other }) => other.post('/app/install', { appCode: 'demo' }),
  },
  {
    name: 'full removal for a second tenant',
    changes: 17,
    work: async ({ other }) => other.delete(`/app/install/${await installId(other)}?${dropData}`),
  },
  {
    name: 'deploy',
    changes: 102,
    work: async ({ api }) => api.post(`/app/version/${await versionId(api, '1.1.0')}/deploy`),
  },
  { name: 'upgrade with scripts', changes: 156, work: upgrade('1.2.0') },
  {
    name: 'uninstall',
    changes: 43,
    work: async ({ api }) => api.delete(`/app/install/${await installId(api)}`),
  },
  { name: 'install again', changes: 108, work: install('1.2.0') },
  {
    name: 'full removal',
    changes: 46,
    work: async ({ api }) => api.delete(`/app/install/${await installId(api)}?${dropData}`),
  },
  {
    name: 'install with dependencies',
    changes: 225,
    work: ({ api }) => api.post('/app/install', { appCode: 'top', withDependencies: true }),
  },
];

const TABLE =
  'create table if not exists demo_item (id bigint primary key, tenant_id varchar(20), title varchar(50));';
const seed = (table: string, id = 1, tenant = '000000'): string =>
  `insert into ${table} (id, tenant_id, title) select ${id}, '${tenant}', 'one' from (select 1 as x) as t where not exists (select 1 from ${table} where id = ${id});`;
const first = {
  '01-create-demo-tables.sql': TABLE,
  '02-create-demo-seed-data.sql': seed('demo_item') + seed('demo_item', 2, 'acme'),
};
const NOTES = `create table if not exists demo_note (id bigint primary key, tenant_id varchar(20), title varchar(50));`;

const frontend = (code: string, version: string) => ({
  'index.js': `export const get = () => import('./assets/list.${version.replaceAll('.', '')}abcdef.js'); export const init = () => {}; // ${version}`,
  [`assets/list.${version.replaceAll('.', '')}abcdef.js`]: `export default '${version}'; // ${'long enough to be compressed, '.repeat(60)}`,
  'style.css': `.${code} { color: red } /* ${version} ${'compressed too, and of the same name in each version, '.repeat(40)} */`,
  'remote.json': JSON.stringify({ formatVersion: 1, code, version, views: ['list'] }),
});
const menus = (code: string, ...views: string[]) => [
  {
    key: `${code}:root`,
    type: 'M',
    name: code,
    path: code,
    children: views.map((view) => ({
      key: `${code}:${view}`,
      type: 'C',
      name: view,
      path: view,
      component: `remote:${code}/list`,
      perms: `${code}:${view}:list`,
      children: [{ key: `${code}:${view}:add`, type: 'F', name: 'Add', perms: `${code}:${view}:add` }],
    })),
  },
];
const backend = (code: string, version: string) => ({
  ...controller(code, `hello ${version}`),
  'controller/open.controller.ts': `
    import { AuthIgnore } from '@platform/plugin-sdk/auth';
    import { Controller, Get } from '@platform/plugin-sdk/web';
    @Controller('/open/${code}')
    export class OpenController { @Get('/greet') @AuthIgnore() greet() { return '${version}'; } }`,
});

/** Publishes what the operations need: three versions of `demo`, and `top`, which needs it. */
export async function publishVersions(platform: Operated): Promise<void> {
  const workshop = await PackageWorkshop.open();
  const publish = async (
    code: string,
    version: string,
    views: string[],
    rest: object = {},
    manifest: object = {},
  ) =>
    publishPackage(
      platform.api,
      await workshop.build({
        code,
        version,
        backend: backend(code, version),
        frontend: frontend(code, version),
        manifest: { menus: menus(code, ...views), ...manifest },
        ...rest,
      }),
    );
  try {
    await publish('demo', '1.0.0', ['item', 'old'], { migrations: first });
    await publish('demo', '1.1.0', ['item', 'new'], { migrations: first });
    const more = {
      ...first,
      '03-create-demo-notes.sql': `${NOTES}\n${seed('demo_note')}`,
      '04-more.sql': seed('demo_note', 2),
    };
    await publish('demo', '1.2.0', ['item', 'new', 'note'], { migrations: more });
    const table = { '01-create-top-tables.sql': TABLE.replaceAll('demo', 'top') };
    await publish('top', '1.0.0', ['thing'], { migrations: table }, { dependencies: { demo: '^1.0.0' } });
  } finally {
    await workshop.close();
  }
}

/** Does the operation of that name. */
export async function operate(name: string, platform: Operated): Promise<void> {
  const operation = OPERATIONS.find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  await operation.work(platform);
}
