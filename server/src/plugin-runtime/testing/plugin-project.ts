import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildJar } from '@platform/packager';

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** Sources by path below `src/`. */
export type Sources = Readonly<Record<string, string>>;

/** Builds jars of small applications in a temporary directory. */
export class PluginWorkshop {
  readonly directory: string;
  #projects = 0;

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async open(): Promise<PluginWorkshop> {
    const directory = await mkdtemp(join(tmpdir(), 'platform-runtime-'));
    await mkdir(join(directory, 'plugins'));
    await symlink(modules, join(directory, 'node_modules'), 'dir');
    return new PluginWorkshop(directory);
  }

  get pluginDir(): string {
    return join(this.directory, 'plugins');
  }

  /**
   * Builds a jar without checking imports and types, so that only the runtime's checks apply.
   *
   * @param manifest further fields of `app.json`
   * @returns path of the jar in the plugin directory
   */
  async jar(code: string, version: string, sources: Sources, manifest: object = {}): Promise<string> {
    const file = join(this.pluginDir, `platform-${code}-plugin-${version}.jar`);
    const project = await this.project(code, version, sources, manifest);
    await buildJar(project, file, { typeCheck: false, importCheck: false });
    return file;
  }

  /**
   * Writes a project without building it.
   *
   * @returns its folder
   */
  async project(code: string, version: string, sources: Sources, manifest: object = {}): Promise<string> {
    const project = join(this.directory, `project-${++this.#projects}`, `platform-${code}`);
    const files: Sources = {
      'app.json': JSON.stringify({ code, name: code, version, ...manifest }),
      'package.json': JSON.stringify({
        name: `@plugins/platform-${code}`,
        version,
        type: 'module',
        peerDependencies: { '@platform/plugin-sdk': '^1.0.0' },
      }),
      ...Object.fromEntries(Object.entries(sources).map(([path, text]) => [`src/${path}`, text])),
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), text);
    }
    return project;
  }

  close(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }
}
