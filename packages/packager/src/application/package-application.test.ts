import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  generateKeyPair,
  inspectPackage,
  loadPrivateKey,
  loadPublicKey,
  ZipArchive,
} from '@platform/package-format';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../testing/fixture.ts';
import { packageApplication, type PackageResult } from './package-application.ts';
import type { PackageOptions } from './package-options.ts';

const PLUGIN = 'plugins/platform-site-visit';
const FRONTEND = 'frontend/site-visit-app';
const pair = generateKeyPair();
const signingKey = loadPrivateKey(pair.privateKey);

/** A build without Vite: writes an entry and its description to where the packager says. */
const BUILD = `
const { mkdirSync, writeFileSync } = require('node:fs');
const out = process.env.PLATFORM_REMOTE_OUT;
mkdirSync(out, { recursive: true });
writeFileSync(out + '/index.js', 'export const get = 1, init = 2;');
writeFileSync(out + '/.vite', 'hidden');
writeFileSync(out + '/remote.json', JSON.stringify({ code: 'site-visit', version: process.env.PLATFORM_APP_VERSION, views: ['list'], shared: { vue: '^3.5.0' }, runtimeApi: '^1.0.0' }));
`;

let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture({
    [`${PLUGIN}/migrations/01-create.sql`]: 'CREATE TABLE IF NOT EXISTS site_visit_item (id bigint);',
  });
});
afterEach(() => fixture.dispose());

const withFrontend = async (build = BUILD): Promise<void> => {
  await fixture.write(`${FRONTEND}/package.json`, {
    name: '@plugins/site-visit-app',
    scripts: { build: 'node build.cjs' },
  });
  await fixture.write(`${FRONTEND}/build.cjs`, build);
};

const run = (change: Partial<PackageOptions> = {}): Promise<PackageResult> =>
  packageApplication({
    pluginDir: fixture.plugin,
    root: fixture.root,
    outDir: join(fixture.root, 'dist-packages'),
    signingKey,
    typeCheck: false,
    ...change,
  });

const contentOf = async (file: string): Promise<Map<string, string>> => {
  const archive = await ZipArchive.open(file);
  const files = await Promise.all(
    archive.entries.map(async ({ name }) => [name, String(await archive.read(name))] as const),
  );
  await archive.close();
  return new Map(files);
};

const manifestOf = async (file: string): Promise<Record<string, unknown>> =>
  JSON.parse((await contentOf(file)).get('app.json')!) as Record<string, unknown>;

test('builds, signs and checks; package-info.json has its six fields (spec: package-info.json; Packager command)', async () => {
  await withFrontend();
  const steps: string[] = [];
  const { file, findings } = await run({ onStep: ({ name }) => steps.push(name) });
  expect(findings).toEqual([]);
  expect(steps.toSorted()).toEqual(['assemble', 'backend', 'check', 'frontend', 'sign', 'zip']);
  expect([...(await contentOf(file)).keys()]).toEqual([
    'app.json',
    'backend/platform-site-visit-plugin-1.0.0.jar',
    'frontend/index.js',
    'frontend/remote.json',
    'migrations/01-create.sql',
    'signature.txt',
  ]);
  const bytes = await readFile(file);
  const info = JSON.parse(await readFile(file.replace('.zip', '.package-info.json'), 'utf8')) as {
    builtAt: string;
  };
  expect(info).toEqual({
    appCode: 'site-visit',
    version: '1.0.0',
    packageSize: bytes.length,
    packageMd5: createHash('md5').update(bytes).digest('hex'),
    packageSha256: createHash('sha256').update(bytes).digest('hex'),
    builtAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
  });
  expect(await readdir(join(fixture.root, 'dist-packages'))).toHaveLength(2);
});

test('adds assets.backend and the shared requirements to the manifest (design 9.5-27, 28)', async () => {
  await withFrontend();
  const manifest = await manifestOf((await run()).file);
  expect(manifest.assets).toEqual({
    backend: 'backend/platform-site-visit-plugin-1.0.0.jar',
    frontend: 'frontend/index.js',
  });
  expect([manifest.shared, manifest.runtimeApi]).toEqual([{ vue: '^3.5.0' }, '^1.0.0']);
});

test('writes the same bytes for the same source', async () => {
  await withFrontend();
  const first = await readFile((await run()).file);
  await rm(join(fixture.plugin, 'target'), { recursive: true });
  const second = await readFile((await run()).file);
  expect(second.equals(first)).toBe(true);
});

test('-Version changes app.json, the jar and the file names (spec: V1)', async () => {
  await withFrontend();
  const { file, version, findings } = await run({ version: '1.1.0' });
  expect([file.endsWith('site-visit-1.1.0.zip'), version, findings]).toEqual([true, '1.1.0', []]);
  const manifest = await manifestOf(file);
  expect([manifest.version, manifest.assets]).toEqual([
    '1.1.0',
    { backend: 'backend/platform-site-visit-plugin-1.1.0.jar', frontend: 'frontend/index.js' },
  ]);
});

test.each(['1.0', '1.0.0.1', '1.0.0+build.5'])(
  'spec: Errors/version not of x.y.z form: the packager accepts %s, the host does not',
  async (version) => {
    const { file, findings } = await run({ version });
    expect(findings.map(({ code }) => code)).toEqual(['MANIFEST_VERSION_INVALID']);
    const { ok } = await inspectPackage(file, {
      mode: 'enforce',
      trustedKeys: [loadPublicKey(pair.publicKey)],
    });
    expect(ok).toBe(false);
  },
);

test('accepts a frontend without a backend: no jar (spec: Package layout)', async () => {
  await withFrontend();
  await rm(join(fixture.plugin, 'src'), { recursive: true });
  await rm(join(fixture.plugin, 'package.json'));
  const { file, findings } = await run();
  expect(findings).toEqual([]);
  expect((await manifestOf(file)).assets).toEqual({ frontend: 'frontend/index.js' });
});

test('warns of permissions that no menu has, and of tables that no migration creates', async () => {
  await fixture.write(
    'plugins/platform-site-visit/src/controller/more.controller.ts',
    `
const Permission = (_name: string) => (_value: unknown, _context: ClassMethodDecoratorContext) => {};
export class More {
  // @Permission('site-visit:said:only')
  @Permission('site-visit:visit:list') list() {}
  @Permission('site-visit:vist:edit') edit() {}
  @Permission('system:user:list') users() {}
}
`,
  );
  const app = { code: 'site-visit', name: 'Visits', version: '1.0.0', assets: {}, dependencies: {} };
  const list = { key: 'site-visit:list', type: 'F', name: 'Visits', perms: 'site-visit:visit:list' };
  const page = { key: 'site-visit:root', type: 'M', name: 'Visits', path: 'site-visit', children: [list] };
  await fixture.write('plugins/platform-site-visit/app.json', { ...app, menus: [page] });
  await rm(join(fixture.plugin, 'migrations'), { recursive: true, force: true });
  const { findings } = await run();
  expect(findings.map(({ severity, code, message }) => [severity, code, message])).toEqual([
    [
      'warning',
      'PERMISSION_UNDECLARED',
      'src/controller/more.controller.ts:6: no menu of app.json has the permission site-visit:vist:edit: no role can be given it.',
    ],
    [
      'warning',
      'TABLE_UNDECLARED',
      'src/domain/visit.ts:3: no migration of the application creates the table site_visit_item.',
    ],
  ]);
});

test('refuses an entity with a column that its table does not have', async () => {
  await fixture.write(
    'plugins/platform-site-visit/src/domain/visit.ts',
    `import { TableName } from '@platform/plugin-sdk/orm';
const TableField = () => (_value: undefined, _context: ClassFieldDecoratorContext) => {};
@TableName('site_visit_item')
export class Visit {
  id!: number;
  @TableField() lostField?: string;
}
`,
  );
  await expect(run()).rejects.toMatchObject({
    code: 'ENTITY_COLUMN_MISSING',
    message: expect.stringContaining('lost_field') as string,
  });
});

test('accepts a backend without a frontend', async () => {
  const { file, findings } = await run();
  expect(findings).toEqual([]);
  expect((await manifestOf(file)).assets).toEqual({
    backend: 'backend/platform-site-visit-plugin-1.0.0.jar',
  });
});

test('-NoSign leaves the package unsigned', async () => {
  const { file } = await run({ signingKey: undefined });
  expect((await contentOf(file)).has('signature.txt')).toBe(false);
});

describe('source of the frontend', () => {
  test('-SkipFrontend packs the last build without building', async () => {
    await withFrontend();
    await run();
    await withFrontend('process.exit(1)');
    expect((await contentOf((await run({ skipFrontend: true })).file)).has('frontend/index.js')).toBe(true);
  });

  test('-SkipFrontend without a build is an error', async () => {
    await withFrontend();
    await expect(run({ skipFrontend: true })).rejects.toMatchObject({ code: 'FRONTEND_MISSING' });
  });

  test('-FrontendDist packs that folder; -FrontendProject builds that project', async () => {
    await fixture.write('dist/index.js', 'export const get = 1, init = 2, mark = "dist";');
    const dist = await contentOf((await run({ frontendDist: join(fixture.root, 'dist') })).file);
    expect(dist.get('frontend/index.js')).toContain('mark');
    await fixture.write('elsewhere/package.json', { scripts: { build: 'node build.cjs' } });
    await fixture.write('elsewhere/build.cjs', BUILD);
    const built = await contentOf((await run({ frontendProject: join(fixture.root, 'elsewhere') })).file);
    expect(built.has('frontend/remote.json')).toBe(true);
  });

  test('a failed build shows its output and keeps the last one', async () => {
    await withFrontend();
    await run();
    await withFrontend("console.error('no such view'); process.exit(3)");
    await expect(run()).rejects.toMatchObject({
      code: 'FRONTEND_BUILD_FAILED',
      message: expect.stringMatching(/exited with code 3[\s\S]*no such view/) as string,
    });
    expect(existsSync(join(fixture.plugin, 'target/frontend/index.js'))).toBe(true);
    expect(await readdir(join(fixture.plugin, 'target'))).toHaveLength(2);
  });

  test('a build that writes nothing has failed', async () => {
    await withFrontend('process.exit(0)');
    await expect(run()).rejects.toMatchObject({
      code: 'FRONTEND_BUILD_FAILED',
      message: expect.stringContaining('wrote nothing') as string,
    });
  });

  test('a failed build is shown without colours and without the stack of the build tool', async () => {
    const output = String.raw`\u001b[31mcolour\u001b[0m: no such view\n    at a (b.js:1:2)\n    at c {\n  errors: [Getter]\n}\nlast line\n`;
    await withFrontend(`process.stderr.write("${output}"); process.exit(3)`);
    await expect(run()).rejects.toMatchObject({
      message: expect.stringMatching(/code 3\.\ncolour: no such view\nlast line$/) as string,
      fix: 'Correct the sources that the build names.',
    });
  });

  test('spec: L10/refuses a frontend that would fail in production, and names each place', async () => {
    await withFrontend();
    await fixture.write(`${FRONTEND}/vite.config.ts`, "defineRemoteApp({ appCode: 'site-visits' });");
    await fixture.write(`${FRONTEND}/src/index.ts`, 'export default 1;\ndocument.title = "Visits";\n');
    await expect(run()).rejects.toMatchObject({
      code: 'FRONTEND_CHECK_FAILED',
      message: expect.stringMatching(
        /CHECK_APP_CODE {2}vite\.config\.ts:1[\s\S]*CHECK_TITLE_WRITE {2}src\/index\.ts:2/,
      ) as string,
    });
  });

  test('refuses a declared frontend without a project', async () => {
    await fixture.write(`${PLUGIN}/app.json`, {
      code: 'site-visit',
      name: 'V',
      version: '1.0.0',
      assets: { frontend: 'frontend/index.js' },
    });
    await expect(run()).rejects.toMatchObject({ code: 'FRONTEND_MISSING' });
  });
});

describe('migrations', () => {
  test('-MigrationPath names another folder', async () => {
    await fixture.write('sql/05-more.sql', 'CREATE TABLE IF NOT EXISTS site_visit_more (id bigint);');
    const content = await contentOf((await run({ migrationPath: join(fixture.root, 'sql') })).file);
    expect([...content.keys()].filter((name) => name.startsWith('migrations/'))).toEqual([
      'migrations/05-more.sql',
    ]);
    await expect(run({ migrationPath: join(fixture.root, 'none') })).rejects.toMatchObject({
      code: 'MIGRATIONS_MISSING',
    });
  });

  test('refuses to package what the host would refuse', async () => {
    await fixture.write(`${PLUGIN}/migrations/02-menu.sql`, 'INSERT INTO sys_menu (menu_id) VALUES (1);');
    await expect(run()).rejects.toMatchObject({
      code: 'PACKAGE_REFUSED',
      message: expect.stringContaining('MIGRATION_TOUCHES_MENU') as string,
    });
    expect(await readdir(join(fixture.root, 'dist-packages'))).toEqual([]);
  });

  test('refuses what the syntax of the sources says the load would refuse, with every place', async () => {
    await fixture.write(
      `${PLUGIN}/src/controller/other.controller.ts`,
      "import { Controller, Get } from '@platform/plugin-sdk/web';\n@Controller('/visits')\nexport class Other {\n  @Get('/a') a() {}\n}\n",
    );
    const orm = await readFile(join(fixture.root, 'node_modules/@platform/plugin-sdk/orm.ts'), 'utf8');
    await fixture.write(
      'node_modules/@platform/plugin-sdk/orm.ts',
      `${orm}export const selectList = () => 1;`,
    );
    await fixture.write(
      `${PLUGIN}/src/mapper/other.mapper.ts`,
      "import { BaseMapper, Mapper, selectList } from '@platform/plugin-sdk/orm';\nimport { Visit } from '../domain/visit.ts';\n@Mapper(Visit)\nexport class OtherMapper extends BaseMapper<Visit> {\n  readonly all = selectList();\n}\n",
    );
    await expect(run()).rejects.toMatchObject({
      code: 'PLUGIN_ROUTE_OUTSIDE_PREFIX',
      message: expect.stringMatching(
        /^src\/controller\/other\.controller\.ts:4: GET \/visits\/a .*\nsrc\/mapper\/other\.mapper\.ts:5: OtherMapper declares the statement all/,
      ) as string,
    });
  });
});

describe('the source manifest', () => {
  const write = (change: object) =>
    fixture.write(`${PLUGIN}/app.json`, {
      code: 'site-visit',
      name: 'V',
      version: '1.0.0',
      assets: {},
      ...change,
    });

  test('is checked before the build, with every finding', async () => {
    await write({ code: 'Site', menus: [{ key: 'x' }] });
    await expect(run()).rejects.toMatchObject({
      code: 'MANIFEST_INVALID',
      message: expect.stringMatching(/MANIFEST_CODE_INVALID[\s\S]*\/menus\/0\/type/) as string,
    });
  });

  test('keeps a correct assets.backend and adapts it to -Version', async () => {
    await write({ assets: { backend: 'backend/platform-site-visit-plugin-0.9.0.jar' } });
    await expect(run()).rejects.toMatchObject({
      message: expect.stringContaining('ASSET_BACKEND_NAME') as string,
    });
    expect((await run({ version: '2.0.0' })).findings).toEqual([]);
  });

  test('with a byte order mark, which nobody sees, is refused by name', async () => {
    await fixture.write(`${PLUGIN}/app.json`, '\ufeff{}');
    await expect(run()).rejects.toMatchObject({
      code: 'MANIFEST_INVALID',
      message: expect.stringContaining('byte order mark') as string,
    });
  });

  test('with an invalid version is refused', async () => {
    await expect(run({ version: 'next' })).rejects.toMatchObject({ code: 'VERSION_INVALID' });
  });
});
