import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { PlatformError } from '../../kernel/index.ts';
import { compress, VARIANTS } from './compress.ts';
import { exists, partialOf, removeIfEmpty, writeWhole } from './files.ts';

/** A file to place, read on demand. */
export interface SourceFile {
  /** Relative to the target, separated by `/`. */
  readonly path: string;
  /** Hexadecimal digest, if known without reading the file. */
  readonly sha256?: string;
  read(): Promise<Buffer>;
}

/** The changes that placing a set of files makes; journaled before the first one. */
export interface FileSetPlan {
  /** Target folder, relative to the base folder. */
  readonly target: string;
  /** Folder of waiting and of replaced files, relative to the base folder. */
  readonly staging: string;
  /** New files that nothing refers to yet: staging writes them in place. */
  readonly add: readonly string[];
  /** Files that change the running version: the switch renames them into place in this order. */
  readonly replace: ReadonlyArray<{ readonly path: string; readonly existed: boolean }>;
}

export interface PlanOptions {
  readonly target: string;
  readonly staging: string;
  readonly files: readonly SourceFile[];
  /** Files that the switch places even if they are new; the last is renamed last. */
  readonly atSwitch: readonly string[];
}

/** Compares the files with the target without writing anything. (design 4.4) */
export async function planFileSet(base: string, options: PlanOptions): Promise<FileSetPlan> {
  const add: string[] = [];
  const replace: Array<{ path: string; existed: boolean }> = [];
  for (const file of options.files) {
    const place = inside(join(base, options.target), file.path);
    const existed = await exists(place);
    if (options.atSwitch.includes(file.path)) replace.push({ path: file.path, existed });
    else if (!existed) add.push(file.path);
    else if (!(await sameContent(place, file))) replace.push({ path: file.path, existed });
  }
  const rank = (path: string): number => options.atSwitch.indexOf(path);
  replace.sort((a, b) => rank(a.path) - rank(b.path));
  return { target: options.target, staging: options.staging, add, replace };
}

/** Writes files where nothing reads them yet, optionally with compressed variants. */
export async function stageFileSet(
  base: string,
  plan: FileSetPlan,
  files: readonly SourceFile[],
  options: { readonly compressed: boolean },
): Promise<void> {
  const added = new Set(plan.add);
  const replaced = new Set(plan.replace.map((file) => file.path));
  for (const file of files) {
    if (!added.has(file.path) && !replaced.has(file.path)) continue;
    const place = added.has(file.path)
      ? inside(join(base, plan.target), file.path)
      : inside(join(base, plan.staging, 'next'), file.path);
    const content = await file.read();
    await writeWhole(place, content);
    if (options.compressed) await compress(place, content);
  }
}

/** Renames staged files into place and keeps the replaced ones until the task ends. */
export async function switchFileSet(base: string, plan: FileSetPlan): Promise<void> {
  for (const { path, existed } of plan.replace) {
    const place = inside(join(base, plan.target), path);
    if (existed) await backUp(place, inside(join(base, plan.staging, 'previous'), path));
    await move(inside(join(base, plan.staging, 'next'), path), place);
  }
}

/** Restores the target, whatever part of the plan was carried out. */
export async function rollBackFileSet(base: string, plan: FileSetPlan): Promise<void> {
  for (const { path, existed } of [...plan.replace].reverse()) {
    const place = inside(join(base, plan.target), path);
    const previous = inside(join(base, plan.staging, 'previous'), path);
    if (existed) await restore(previous, place);
    else await remove(place);
  }
  for (const path of plan.add) await removeWithin(join(base, plan.target), path);
  await rm(join(base, plan.staging), { recursive: true, force: true });
}

/** Removes a file, its compressed variants, and folders that become empty. */
export async function removeWithin(target: string, path: string): Promise<void> {
  const place = inside(target, path);
  await remove(place);
  for (let folder = dirname(place); folder.startsWith(target + sep); folder = dirname(folder)) {
    if (!(await removeIfEmpty(folder))) return;
  }
}

/** @throws PLACEMENT_OUTSIDE (400) for a path outside the target */
function inside(target: string, path: string): string {
  const place = resolve(target, path);
  if (relative(resolve(target), place).startsWith('..') || place === resolve(target)) {
    throw new PlatformError({
      code: 'PLACEMENT_OUTSIDE',
      status: 400,
      message: `The file ${path} of the package would be placed outside its folder.`,
      fix: 'Build the package again with the packager.',
    });
  }
  return place;
}

async function sameContent(place: string, file: SourceFile): Promise<boolean> {
  const digest = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
  return digest(await readFile(place)) === (file.sha256 ?? digest(await file.read()));
}

async function backUp(place: string, previous: string): Promise<void> {
  await mkdir(dirname(previous), { recursive: true });
  for (const variant of [...VARIANTS, '']) {
    if (!(await exists(place + variant))) continue;
    await copyFile(place + variant, `${previous}${variant}.partial`);
    await rename(`${previous}${variant}.partial`, previous + variant);
  }
}

/** As {@link move}, but continues after an interruption between plain file and variants. */
async function restore(previous: string, place: string): Promise<void> {
  if (await exists(previous)) {
    for (const variant of VARIANTS) await rm(place + variant, { force: true });
    await rename(previous, place);
  }
  for (const variant of VARIANTS) {
    if (await exists(previous + variant)) await rename(previous + variant, place + variant);
  }
}

/** Moves the plain file first, because it is served while a variant is missing. */
async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  for (const variant of VARIANTS) await rm(to + variant, { force: true });
  await rename(from, to);
  for (const variant of VARIANTS) {
    if (await exists(from + variant)) await rename(from + variant, to + variant);
  }
}

async function remove(place: string): Promise<void> {
  for (const variant of ['', ...VARIANTS]) {
    await rm(place + variant, { force: true });
    await rm(partialOf(place + variant), { force: true });
  }
}
