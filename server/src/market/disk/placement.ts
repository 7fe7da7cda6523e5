import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { jarName } from '@platform/package-format';
import type { DeploymentFolders } from '../../kernel/index.ts';
import type { ActivePlugins } from '../../plugin-runtime/index.ts';
import {
  planFileSet,
  removeWithin,
  stageFileSet,
  switchFileSet,
  rollBackFileSet,
  type FileSetPlan,
} from './file-set.ts';
import { exists, namesIn, removeIfEmpty } from './files.ts';
import { dropVersions, keepVersion } from './kept-versions.ts';
import { placeMigrations, rollBackMigrations, type MigrationFolderPlan } from './migration-folder.ts';
import type { PackageFiles } from './package-files.ts';
import type { Placed, PlacementRecords } from './placement-records.ts';

/**
 * All changes that placing a version makes on this host.
 *
 * The task's journal stores it, so paths are relative: a restart may configure other directories.
 * (design 4.4)
 */
export interface PlacementPlan {
  readonly appCode: string;
  readonly jar: FileSetPlan | null;
  readonly frontend: FileSetPlan | null;
  readonly migrations: MigrationFolderPlan;
  readonly before: Placed | null;
  readonly after: Placed;
  /** Former entry in `active-plugins.txt`. */
  readonly activeBefore: string | null;
}

/** Files by their path in the package: `backend/…`, `frontend/…`, `migrations/…`. */
export interface FileChanges {
  readonly placed: readonly string[];
  readonly removed: readonly string[];
}

/** Places applications on this host's disk and removes them. (spec: Placement targets) */
export class Placement {
  readonly #paths: DeploymentFolders;
  readonly #records: PlacementRecords;
  readonly #activePlugins: ActivePlugins;

  constructor(paths: DeploymentFolders, records: PlacementRecords, activePlugins: ActivePlugins) {
    this.#paths = paths;
    this.#records = records;
    this.#activePlugins = activePlugins;
  }

  /** The placement record, if its files exist on disk. */
  async placed(appCode: string): Promise<Placed | undefined> {
    const record = this.#records.get(appCode);
    if (!record) return undefined;
    const jarThere = record.jar === null || (await exists(this.jarPath(record.jar)));
    const entryThere =
      record.entry === null || (await exists(join(this.#paths.frontendDir, appCode, record.entry)));
    return jarThere && entryThere ? record : undefined;
  }

  /** The placement record, without checking the disk. */
  record(appCode: string): Placed | undefined {
    return this.#records.get(appCode);
  }

  /** Reads the record again, because another worker of this machine may have placed a version. */
  reread(appCode: string): Promise<void> {
    return this.#records.reread(appCode);
  }

  jarPath(jar: string): string {
    return join(this.#paths.pluginDir, jar);
  }

  migrationFolder(appCode: string): string {
    return join(this.#paths.pluginDir, 'migrations', appCode);
  }

  /** Codes of applications with scripts on this host. */
  codesWithMigrations(): Promise<string[]> {
    return namesIn(join(this.#paths.pluginDir, 'migrations'));
  }

  /** @param key of the work, unique among what is placed at the same time */
  async plan(key: string, appCode: string, version: string, files: PackageFiles): Promise<PlacementPlan> {
    const before = this.#records.get(appCode) ?? null;
    const { pluginDir, frontendDir } = this.#paths;
    const staging = join('.staging', key);
    const paths = files.frontend.map((file) => file.path);
    const replaced = (before?.files ?? []).filter((path) => !paths.includes(path));
    return {
      appCode,
      jar: files.jar
        ? await planFileSet(pluginDir, {
            target: '.',
            staging: join(staging, 'jar'),
            files: [files.jar],
            atSwitch: [],
          })
        : null,
      frontend:
        files.entry === undefined
          ? null
          : await planFileSet(frontendDir, {
              target: appCode,
              staging,
              files: files.frontend,
              atSwitch: ['remote.json', files.entry],
            }),
      migrations: {
        target: join('migrations', appCode),
        staging: join(staging, 'migrations'),
        existed: await exists(this.migrationFolder(appCode)),
      },
      before,
      activeBefore: (await this.#activePlugins.read()).get(appCode) ?? null,
      after: {
        version,
        jar: files.jar?.path ?? null,
        entry: files.entry ?? null,
        files: paths,
        formerFiles: replaced.length > 0 ? replaced : (before?.formerFiles ?? []),
      },
    };
  }

  /** Files that a plan writes and removes. */
  async preview(plan: PlacementPlan, files: PackageFiles): Promise<FileChanges> {
    const scripts = files.migrations.map((file) => file.path);
    const former = await namesIn(this.migrationFolder(plan.appCode));
    const written = (set: FileSetPlan | null): string[] =>
      set ? [...set.add, ...set.replace.map((file) => file.path)] : [];
    return {
      placed: [
        ...written(plan.jar).map((name) => `backend/${name}`),
        ...written(plan.frontend).map((path) => `frontend/${path}`),
        ...scripts.map((name) => `migrations/${name}`),
      ].sort(),
      removed: [
        ...(await this.#staleJars(plan.appCode, plan.after.jar)).map((name) => `backend/${name}`),
        ...supersededFiles(plan).map((path) => `frontend/${path}`),
        ...former.filter((name) => !scripts.includes(name)).map((name) => `migrations/${name}`),
      ].sort(),
    };
  }

  /** Files that {@link remove} would remove. */
  async previewRemoval(appCode: string): Promise<string[]> {
    const placed = this.#records.get(appCode);
    const frontend = new Set([...(placed?.files ?? []), ...(placed?.formerFiles ?? [])]);
    return [
      ...(await this.#staleJars(appCode, null)).map((name) => `backend/${name}`),
      ...[...frontend].map((path) => `frontend/${path}`),
      ...(await namesIn(this.migrationFolder(appCode))).map((name) => `migrations/${name}`),
    ].sort();
  }

  /** Writes files where nothing reads them yet, and scripts to their folder. */
  async stage(plan: PlacementPlan, files: PackageFiles): Promise<void> {
    const { pluginDir, frontendDir } = this.#paths;
    if (plan.jar && files.jar) {
      await stageFileSet(pluginDir, plan.jar, [files.jar], { compressed: false });
    }
    if (plan.frontend) {
      await stageFileSet(frontendDir, plan.frontend, files.frontend, { compressed: true });
    }
    await placeMigrations(pluginDir, plan.migrations, files.migrations);
  }

  /** Where a staged jar waits, relative to the plugin directory; null for none. */
  stagedJar({ after, jar }: PlacementPlan): string | null {
    if (after.jar === null) return null;
    const isReplaced = jar?.replace.some(({ path }) => path === after.jar) ?? false;
    return isReplaced && jar ? join(jar.staging, 'next', after.jar) : after.jar;
  }

  /** Gives the jar its final name, so that the runtime can load it. */
  async switchJar(plan: PlacementPlan): Promise<void> {
    if (plan.jar) await switchFileSet(this.#paths.pluginDir, plan.jar);
  }

  /** Updates `active-plugins.txt`, the frontend entry and the placement record. */
  async switchRest(plan: PlacementPlan): Promise<void> {
    await this.#activate(plan.appCode, plan.after.jar);
    if (plan.frontend) await switchFileSet(this.#paths.frontendDir, plan.frontend);
    await this.#records.set(plan.appCode, plan.after);
  }

  /** Restores the disk; where scripts of the new version ran, they stay. Safe to repeat. */
  async rollBack(plan: PlacementPlan, { migrated }: { readonly migrated: boolean }): Promise<void> {
    const { pluginDir, frontendDir } = this.#paths;
    if (plan.frontend) await rollBackFileSet(frontendDir, plan.frontend);
    await this.#activate(plan.appCode, plan.activeBefore);
    if (plan.jar) await rollBackFileSet(pluginDir, plan.jar);
    await rollBackMigrations(pluginDir, plan.migrations, migrated);
    await this.#records.set(plan.appCode, plan.before);
    await this.clearStaging(plan);
    if (!plan.before) await removeIfEmpty(join(frontendDir, plan.appCode));
  }

  /**
   * Removes older jars, and frontend files older than the replaced version.
   *
   * @returns names of the removed jars
   */
  async finish(plan: PlacementPlan): Promise<string[]> {
    const target = join(this.#paths.frontendDir, plan.appCode);
    for (const path of supersededFiles(plan)) await removeWithin(target, path);
    await this.#keepVersions(plan);
    const stale = await this.#removeJars(plan.appCode, plan.after.jar);
    await this.clearStaging(plan);
    return stale;
  }

  /** Removes what waits or was replaced. */
  async clearStaging(plan: PlacementPlan): Promise<void> {
    const { pluginDir, frontendDir } = this.#paths;
    const folders = [
      join(pluginDir, plan.migrations.staging),
      ...(plan.jar ? [join(pluginDir, plan.jar.staging)] : []),
      ...(plan.frontend ? [join(frontendDir, plan.frontend.staging)] : []),
    ];
    for (const folder of folders) {
      await rm(folder, { recursive: true, force: true });
      for (let parent = dirname(folder); /[\\/]\.staging([\\/]|$)/.test(parent); parent = dirname(parent)) {
        if (!(await removeIfEmpty(parent))) break;
      }
    }
  }

  /** Removes an application's jars, frontend, scripts and entry in `active-plugins.txt`. */
  async remove(appCode: string): Promise<void> {
    await this.#activate(appCode, null);
    await this.#removeJars(appCode, null);
    await rm(join(this.#paths.frontendDir, appCode), { recursive: true, force: true });
    await rm(this.migrationFolder(appCode), { recursive: true, force: true });
    await this.#records.set(appCode, null);
  }

  /** Files under their version serve pages that are open; without them the storage has them. */
  async #keepVersions({ appCode, frontend, before, after }: PlacementPlan): Promise<void> {
    const { frontendDir } = this.#paths;
    const kept = [after.version, ...(before ? [before.version] : [])];
    try {
      if (frontend) await keepVersion(frontendDir, appCode, after.version, after.files);
      await dropVersions(frontendDir, appCode, kept);
    } catch {
      await dropVersions(frontendDir, appCode, []).catch(() => undefined);
    }
  }

  async #removeJars(appCode: string, keep: string | null): Promise<string[]> {
    const stale = await this.#staleJars(appCode, keep);
    for (const name of stale) await rm(this.jarPath(name), { force: true });
    return stale;
  }

  async #staleJars(appCode: string, keep: string | null): Promise<string[]> {
    const version = String.raw`\d+\.\d+\.\d+`;
    const own = new RegExp(
      `^${jarName(appCode, '#')
        .replaceAll('.', String.raw`\.`)
        .replace('#', version)}$`,
    );
    const names = await namesIn(this.#paths.pluginDir);
    return names.filter((name) => own.test(name) && name !== keep);
  }

  async #activate(appCode: string, jar: string | null): Promise<void> {
    const active = (await this.#activePlugins.read()).get(appCode);
    if (jar === null) {
      if (active !== undefined) await this.#activePlugins.remove(appCode);
    } else if (active !== jar) await this.#activePlugins.set(appCode, jar);
  }
}

/** Frontend files of neither the new nor the replaced version. */
function supersededFiles({ before, after }: PlacementPlan): string[] {
  const kept = new Set([...after.files, ...after.formerFiles]);
  const former = [...(before?.formerFiles ?? []), ...(before?.files ?? [])];
  return [...new Set(former)].filter((path) => !kept.has(path));
}
