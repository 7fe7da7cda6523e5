import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeploymentFolders } from '../../kernel/index.ts';
import { ActivePlugins } from '../../plugin-runtime/index.ts';
import type { PackageFiles } from './package-files.ts';
import { PlacementRecords } from './placement-records.ts';
import { Placement, type PlacementPlan } from './placement.ts';

const jarOf = (version: string): string => `platform-demo-plugin-${version}.jar`;

describe('an application on the disk of a host', () => {
  let folder: string;
  let pluginDir: string;
  let frontendDir: string;
  let active: ActivePlugins;
  let placement: Placement;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placement-'));
    [pluginDir, frontendDir] = [join(folder, 'plugins'), join(folder, 'remote-apps')];
    for (const each of [pluginDir, frontendDir]) await mkdir(each);
    active = new ActivePlugins(pluginDir);
    placement = new Placement(
      { pluginDir, frontendDir } as DeploymentFolders,
      new PlacementRecords(pluginDir),
      active,
    );
  });
  afterEach(() => rm(folder, { recursive: true }));

  const source = (path: string, text: string) => ({ path, read: async () => Buffer.from(text) });
  /** A package whose files name their version, but for the one that all versions share. */
  const packageOf = (version: string, more: Partial<PackageFiles> = {}): PackageFiles => ({
    jar: source(jarOf(version), `jar ${version}`),
    frontend: [
      source('index.js', `entry ${version}`),
      source('remote.json', `views ${version}`),
      source(`chunks/list-${version}.js`, `list ${version}`),
      source('logo.svg', 'logo'),
    ],
    entry: 'index.js',
    migrations: [source('01-create.sql', 'create'), source(`02-${version}.sql`, version)],
    ...more,
  });
  /** Plain files below the folders, but for records and compressed variants. */
  async function disk(): Promise<string[]> {
    const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
    return names.filter((name) => !/\.(br|gz)$|^plugins\/placements|active-plugins/.test(name)).toSorted();
  }
  const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
  const activeJar = async (): Promise<string | undefined> => (await active.read()).get('demo');

  async function staged(version: string, files = packageOf(version)): Promise<PlacementPlan> {
    const plan = await placement.plan(`task-${version}`, 'demo', version, files);
    await placement.stage(plan, files);
    return plan;
  }
  async function place(version: string, files = packageOf(version)): Promise<string[]> {
    const plan = await staged(version, files);
    await placement.switchJar(plan);
    await placement.switchRest(plan);
    return placement.finish(plan);
  }
  const first = [
    'plugins/migrations/demo/01-create.sql',
    'plugins/migrations/demo/02-1.0.0.sql',
    `plugins/${jarOf('1.0.0')}`,
    'remote-apps/demo/chunks/list-1.0.0.js',
    'remote-apps/demo/index.js',
    'remote-apps/demo/logo.svg',
    'remote-apps/demo/remote.json',
  ];
  const running = async (): Promise<string[]> => (await disk()).filter((name) => !name.includes('~v'));

  it('is placed with its record, and nothing waits any more', async () => {
    expect(await placement.placed('demo')).toBeUndefined();
    expect(await place('1.0.0')).toEqual([]);
    expect(await running()).toEqual(first);
    expect(await activeJar()).toBe(jarOf('1.0.0'));
    expect(await placement.placed('demo')).toEqual({
      ...{ version: '1.0.0', jar: jarOf('1.0.0'), entry: 'index.js', formerFiles: [] },
      files: ['index.js', 'remote.json', 'chunks/list-1.0.0.js', 'logo.svg'],
    });
    expect(await readdir(join(frontendDir, 'demo', '~v'))).toEqual(['1.0.0']);
    expect(await placement.codesWithMigrations()).toEqual(['demo']);
  });

  it('is offered by nothing before its switch, in its first version, too', async () => {
    await staged('1.0.0');
    const offered = ['index.js', 'remote.json'].map((name) => `remote-apps/demo/${name}`);
    expect((await disk()).filter((name) => offered.includes(name))).toEqual([]);
    expect(await activeJar()).toBeUndefined();
  });

  it('serves as before while the next version waits', async () => {
    await place('1.0.0');
    const plan = await staged('1.1.0');
    expect([await read('remote-apps/demo/index.js'), await activeJar()]).toEqual([
      'entry 1.0.0',
      jarOf('1.0.0'),
    ]);
    expect(placement.record('demo')?.version).toBe('1.0.0');
    expect(placement.stagedJar(plan)).toBe(jarOf('1.1.0'));
  });

  it('keeps the files of the replaced version, and none before it', async () => {
    await place('1.0.0');
    expect(await place('1.1.0')).toEqual([jarOf('1.0.0')]);
    expect(await running()).toContain('remote-apps/demo/chunks/list-1.0.0.js');
    expect(placement.record('demo')?.formerFiles).toEqual(['chunks/list-1.0.0.js']);
    // The same version once more replaces nothing.
    await place('1.1.0');
    expect(placement.record('demo')?.formerFiles).toEqual(['chunks/list-1.0.0.js']);
    expect(await running()).toContain('remote-apps/demo/chunks/list-1.0.0.js');
    await place('1.2.0');
    expect((await running()).filter((name) => name.includes('list-'))).toEqual([
      ...['remote-apps/demo/chunks/list-1.1.0.js', 'remote-apps/demo/chunks/list-1.2.0.js'],
    ]);
    expect((await readdir(join(frontendDir, 'demo', '~v'))).toSorted()).toEqual(['1.1.0', '1.2.0']);
  });

  it('tells beforehand what it writes and removes', async () => {
    await place('1.0.0');
    await place('1.1.0');
    const files = packageOf('1.2.0');
    const plan = await placement.plan('task', 'demo', '1.2.0', files);
    expect(await placement.preview(plan, files)).toEqual({
      placed: [
        ...[`backend/${jarOf('1.2.0')}`, 'frontend/chunks/list-1.2.0.js', 'frontend/index.js'],
        ...['frontend/remote.json', 'migrations/01-create.sql', 'migrations/02-1.2.0.sql'],
      ],
      removed: [...[`backend/${jarOf('1.1.0')}`, 'frontend/chunks/list-1.0.0.js', 'migrations/02-1.1.0.sql']],
    });
    expect(await placement.previewRemoval('demo')).toEqual([
      ...[`backend/${jarOf('1.1.0')}`, 'frontend/chunks/list-1.0.0.js', 'frontend/chunks/list-1.1.0.js'],
      ...['frontend/index.js', 'frontend/logo.svg', 'frontend/remote.json'],
      ...['migrations/01-create.sql', 'migrations/02-1.1.0.sql'],
    ]);
  });

  it.each([
    ['is staged', 0],
    ['has its jar', 1],
    ['is switched to', 2],
  ])('is as before after a rollback, once the next version %s, however often', async (_when, switches) => {
    await place('1.0.0');
    const before = { files: await disk(), record: placement.record('demo') };
    const plan = await staged('1.1.0');
    if (switches > 0) await placement.switchJar(plan);
    if (switches > 1) await placement.switchRest(plan);
    for (let times = 0; times < 2; times += 1) {
      await placement.rollBack(plan, { migrated: false });
      expect(await disk()).toEqual(before.files);
      expect([await read('remote-apps/demo/index.js'), await activeJar()]).toEqual([
        'entry 1.0.0',
        jarOf('1.0.0'),
      ]);
      expect(placement.record('demo')).toEqual(before.record);
    }
  });

  it('keeps scripts that have run after a rollback', async () => {
    await place('1.0.0');
    const plan = await staged('1.1.0');
    await placement.rollBack(plan, { migrated: true });
    expect(await readdir(join(pluginDir, 'migrations/demo'))).toEqual(['01-create.sql', '02-1.1.0.sql']);
  });

  it('is gone after the rollback of its first version, which other files survive', async () => {
    await writeFile(join(pluginDir, 'platform-other-plugin-1.0.0.jar'), '');
    const plan = await staged('1.0.0');
    await placement.switchJar(plan);
    await placement.switchRest(plan);
    await placement.rollBack(plan, { migrated: false });
    expect(await disk()).toEqual(['plugins/platform-other-plugin-1.0.0.jar']);
    expect([placement.record('demo'), await activeJar()]).toEqual([undefined, undefined]);
    expect(await readdir(frontendDir)).toEqual([]);
  });

  it('is removed with all that it has, and no other one', async () => {
    const others = [
      ...[
        'platform-demo-app-plugin-1.0.0.jar',
        'platform-demo-plugin-1.0.jar',
        'platform-demo-plugin-1.0.0.jar.bak',
      ],
      ...[
        'xplatform-demo-plugin-1.0.0.jar',
        'platform-demo-plugin-1x0.0.jar',
        'platform-demo-plugin-1.0.0xjar',
      ],
    ];
    for (const name of others) await writeFile(join(pluginDir, name), '');
    await place('1.0.0');
    await placement.remove('demo');
    expect(await disk()).toEqual(others.map((name) => `plugins/${name}`).toSorted());
    expect([placement.record('demo'), await activeJar()]).toEqual([undefined, undefined]);
  });

  it('is not placed where a file of it is lost', async () => {
    for (const lost of [join(pluginDir, jarOf('1.0.0')), join(frontendDir, 'demo/index.js')]) {
      await place('1.0.0');
      await rm(lost);
      expect(await placement.placed('demo')).toBeUndefined();
      expect(placement.record('demo')?.version).toBe('1.0.0');
    }
  });

  it('has the same jar again beside the running one, until its switch', async () => {
    await place('1.0.0');
    const files = packageOf('1.0.0', { jar: source(jarOf('1.0.0'), 'built again') });
    const plan = await staged('1.0.0', files);
    const waiting = placement.stagedJar(plan);
    expect(waiting).toBe(join('.staging/task-1.0.0/jar/next', jarOf('1.0.0')));
    expect(await read(join('plugins', waiting ?? ''))).toBe('built again');
    expect(await read(`plugins/${jarOf('1.0.0')}`)).toBe('jar 1.0.0');
    await placement.switchJar(plan);
    expect(await read(`plugins/${jarOf('1.0.0')}`)).toBe('built again');
    await placement.clearStaging(plan);
    expect(await readdir(pluginDir)).not.toContain('.staging');
  });

  it('loses its backend or frontend with a version that has none', async () => {
    await place('1.0.0');
    await place('1.1.0', packageOf('1.1.0', { jar: undefined }));
    expect([await activeJar(), placement.record('demo')?.jar]).toEqual([undefined, null]);
    expect(await running()).not.toContain(`plugins/${jarOf('1.0.0')}`);
    await place('1.2.0', packageOf('1.2.0', { frontend: [], entry: undefined }));
    expect(placement.record('demo')).toMatchObject({ entry: null, files: [], jar: jarOf('1.2.0') });
    expect(await placement.placed('demo')).toBeDefined();
  });

  it('may be placed while another one waits', async () => {
    const plan = await staged('1.0.0');
    const other = await placement.plan('other', 'other', '1.0.0', {
      ...{ jar: undefined, frontend: [], entry: undefined },
      migrations: [source('01-a.sql', 'a')],
    });
    await placement.stage(other, { jar: undefined, frontend: [], entry: undefined, migrations: [] });
    await placement.finish(other);
    await placement.switchJar(plan);
    await placement.switchRest(plan);
    expect(await placement.placed('demo')).toMatchObject({ version: '1.0.0' });
  });
});
