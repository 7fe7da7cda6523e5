import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  generateKeyPair,
  jarName,
  loadPrivateKey,
  loadPublicKey,
  signFiles,
  writeZip,
} from '@platform/package-format';
import { PluginWorkshop, type Sources } from '../../plugin-runtime/testing/plugin-project.ts';

/** Content of a test's package; all fields have a default. */
export interface PackageSpec {
  readonly code?: string;
  readonly version?: string;
  /** Sources of the backend below `src/`; null for a frontend-only application. */
  readonly backend?: Sources | null;
  /** Files below `frontend/`; null for a backend-only application. */
  readonly frontend?: Readonly<Record<string, string>> | null;
  readonly migrations?: Readonly<Record<string, string>>;
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** Further files, by path in the package. */
  readonly extra?: Readonly<Record<string, string | Buffer>>;
  readonly signed?: boolean;
  /** Signs with the second trusted key. */
  readonly otherKey?: boolean;
  /** Changed after signing. */
  readonly tampered?: Readonly<Record<string, string>>;
}

const keys = generateKeyPair();
const otherKeys = generateKeyPair();
/** Keys that a test's host trusts. */
export const publicKeys = [keys.publicKey, otherKeys.publicKey];
/** Their ids, in the same order. */
export const keyIds = publicKeys.map((pem) => loadPublicKey(pem).keyId);
/** The second key, for signing again. */
export const otherPrivateKey = otherKeys.privateKey;

export const controller = (code: string, greeting: string): Sources => ({
  'controller/greet.controller.ts': `
    import { Controller, Get } from '@platform/plugin-sdk/web';
    @Controller('/${code}')
    export class GreetController {
      @Get('/greet') greet() { return '${greeting}'; }
    }`,
});

export const broken: Sources = {
  'service/broken.ts': `throw new Error('broken at load'); export class X {}`,
};

const menusOf = (code: string, view: boolean) => [
  {
    key: `${code}:root`,
    type: 'M',
    name: code,
    path: code,
    children: view
      ? [
          {
            key: `${code}:item`,
            type: 'C',
            name: 'Items',
            path: 'items',
            component: `remote:${code}/list`,
            perms: `${code}:item:list`,
            children: [{ key: `${code}:item:add`, type: 'F', name: 'Add', perms: `${code}:item:add` }],
          },
        ]
      : [],
  },
];

/** Builds small signed packages. */
export class PackageWorkshop {
  readonly #jars: PluginWorkshop;
  #count = 0;

  private constructor(jars: PluginWorkshop) {
    this.#jars = jars;
  }

  static async open(): Promise<PackageWorkshop> {
    return new PackageWorkshop(await PluginWorkshop.open());
  }

  /** @returns path of a zip, named as the packager would */
  async build(spec: PackageSpec = {}): Promise<string> {
    const { code = 'demo', version = '1.0.0' } = spec;
    const files = await this.#content(code, version, spec);
    if (spec.signed !== false) {
      const signed = [...files].map(([path, content]) => ({
        path,
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      }));
      const signature = signFiles(
        { app: code, version, files: signed },
        loadPrivateKey((spec.otherKey ? otherKeys : keys).privateKey),
      );
      files.set('signature.txt', Buffer.from(signature));
    }
    for (const [path, text] of Object.entries(spec.tampered ?? {})) files.set(path, Buffer.from(text));
    const folder = join(this.#jars.directory, `zip-${++this.#count}`);
    const file = join(folder, `${code}-${version}.zip`);
    await mkdir(folder, { recursive: true });
    await writeZip(
      file,
      [...files].map(([name, content]) => ({ name, content })),
    );
    return file;
  }

  close(): Promise<void> {
    return this.#jars.close();
  }

  async #content(code: string, version: string, spec: PackageSpec): Promise<Map<string, Buffer>> {
    const files = new Map<string, Buffer>();
    const assets: Record<string, string> = {};
    if (spec.backend !== null) {
      const sources = spec.backend ?? controller(code, `hello ${version}`);
      const { permissions } = spec.manifest ?? {};
      const jar = await this.#jars.jar(code, version, sources, { permissions });
      assets['backend'] = `backend/${jarName(code, version)}`;
      files.set(assets['backend'], await readFile(jar));
    }
    const frontend = spec.frontend === undefined ? frontendOf(code, version) : spec.frontend;
    if (frontend) {
      assets['frontend'] = 'frontend/index.js';
      for (const [path, text] of Object.entries(frontend)) files.set(`frontend/${path}`, Buffer.from(text));
    }
    for (const [name, text] of Object.entries(spec.migrations ?? {})) {
      files.set(`migrations/${name}`, Buffer.from(text));
    }
    for (const [path, content] of Object.entries(spec.extra ?? {})) files.set(path, Buffer.from(content));
    const manifest = {
      code,
      name: `App ${code}`,
      version,
      assets,
      menus: menusOf(code, frontend !== null),
      ...spec.manifest,
    };
    files.set('app.json', Buffer.from(JSON.stringify(manifest)));
    return files;
  }
}

function frontendOf(code: string, version: string): Record<string, string> {
  const chunk = `assets/list.${version.replaceAll('.', '')}abcdef.js`;
  return {
    'index.js': `const get = () => import('./${chunk}'); const init = () => {}; export { get, init }; // ${version}`,
    [chunk]: `export default '${version}';`,
    'remote.json': JSON.stringify({ formatVersion: 1, code, version, views: ['list'] }),
  };
}
