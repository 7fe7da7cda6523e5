import { mkdtemp, readFile, readdir, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planFileSet, stageFileSet, switchFileSet, rollBackFileSet, type SourceFile } from './file-set.ts';

const source = (files: Record<string, string>): SourceFile[] =>
  Object.entries(files).map(([path, text]) => ({ path, read: async () => Buffer.from(text) }));

describe('placing files (design 4.4)', () => {
  let root: string;
  let target: string;
  const options = (files: SourceFile[]) => ({
    target: 'hello',
    staging: 'staging',
    files,
    atSwitch: ['remote.json', 'index.js'],
  });
  const tree = async (): Promise<string[]> =>
    (await readdir(target, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1))
      .sort();

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'file-set-'));
    target = join(root, 'hello');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const old = { 'index.js': 'v1', 'remote.json': '{}', 'assets/a.11.js': 'a1', 'logo.svg': 'old' };
  const next = { 'index.js': 'v2', 'remote.json': '{"v":2}', 'assets/b.22.js': 'b2', 'logo.svg': 'new' };

  const install = async (files: Record<string, string>): Promise<void> => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(target, path, '..'), { recursive: true });
      await writeFile(join(target, path), text);
    }
  };

  it('keeps the entry until the switch', async () => {
    await install(old);
    const files = source(next);
    const plan = await planFileSet(root, options(files));
    expect(plan.add).toEqual(['assets/b.22.js']);
    expect(plan.replace.map((file) => file.path)).toEqual(['logo.svg', 'remote.json', 'index.js']);
    await stageFileSet(root, plan, files, { compressed: true });
    expect(await readFile(join(target, 'index.js'), 'utf8')).toBe('v1');
    expect(await readFile(join(target, 'logo.svg'), 'utf8')).toBe('old');
    await switchFileSet(root, plan);
    expect(await readFile(join(target, 'index.js'), 'utf8')).toBe('v2');
    expect(await readFile(join(target, 'assets/a.11.js'), 'utf8')).toBe('a1');
  });

  it.each(['planned', 'staged', 'half switched', 'switched'])('rolls back when %s', async (point) => {
    await install(old);
    const files = source(next);
    const plan = await planFileSet(root, options(files));
    if (point !== 'planned') await stageFileSet(root, plan, files, { compressed: true });
    if (point === 'half switched') await switchFileSet(root, { ...plan, replace: plan.replace.slice(0, 2) });
    if (point === 'switched') await switchFileSet(root, plan);
    await rollBackFileSet(root, plan);
    await rollBackFileSet(root, plan);
    expect(await tree()).toEqual(Object.keys(old).sort());
    for (const [path, text] of Object.entries(old)) {
      expect(await readFile(join(target, path), 'utf8')).toBe(text);
    }
    expect(await readdir(root)).toEqual(['hello']);
  });

  it('rolls a first placement back to an empty state', async () => {
    const files = source(next);
    const plan = await planFileSet(root, options(files));
    await stageFileSet(root, plan, files, { compressed: true });
    await switchFileSet(root, plan);
    await rollBackFileSet(root, plan);
    expect(await tree()).toEqual([]);
  });

  it('writes compressed variants of compressible files, and switches them together', async () => {
    const big = { 'index.js': 'x'.repeat(5000) };
    for (const files of [source(big), source({ 'index.js': 'y'.repeat(5000) })]) {
      const plan = await planFileSet(root, options(files));
      await stageFileSet(root, plan, files, { compressed: true });
      await switchFileSet(root, plan);
      expect(await tree()).toEqual(['index.js', 'index.js.br', 'index.js.gz']);
      await rm(join(root, plan.staging), { recursive: true });
    }
    const tiny = source({ 'index.js': 'z' });
    const plan = await planFileSet(root, options(tiny));
    await stageFileSet(root, plan, tiny, { compressed: true });
    await switchFileSet(root, plan);
    expect(await tree()).toEqual(['index.js']);
    await rollBackFileSet(root, plan);
    expect(await tree()).toEqual(['index.js', 'index.js.br', 'index.js.gz']);
  });

  it('gives the entry back first, whatever comes after it', async () => {
    await install(old);
    const files = source(next);
    const plan = await planFileSet(root, options(files));
    await stageFileSet(root, plan, files, { compressed: true });
    await switchFileSet(root, plan);
    await rm(join(target, 'logo.svg'));
    await mkdir(join(target, 'logo.svg/in-the-way'), { recursive: true });
    await expect(rollBackFileSet(root, plan)).rejects.toThrow();
    expect(await readFile(join(target, 'index.js'), 'utf8')).toBe('v1');
    expect(await readFile(join(target, 'remote.json'), 'utf8')).toBe('{}');
  });

  it('takes a file for backed up once its variants are', async () => {
    await install(old);
    await mkdir(join(target, 'logo.svg.br'));
    const files = source(next);
    const plan = await planFileSet(root, options(files));
    await stageFileSet(root, plan, files, { compressed: true });
    await expect(switchFileSet(root, plan)).rejects.toThrow();
    expect(await readdir(join(root, 'staging/previous'))).not.toContain('logo.svg');
    expect(await readFile(join(target, 'logo.svg'), 'utf8')).toBe('old');
  });

  it('refuses a path outside the target', async () => {
    await expect(planFileSet(root, options(source({ '../x.js': '' })))).rejects.toMatchObject({
      code: 'PLACEMENT_OUTSIDE',
    });
  });
});
