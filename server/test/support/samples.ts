import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureKeys, packageApplication, readSigningKey } from '@platform/packager';
import { ZipArchive } from '@platform/package-format';
import { buildPackage, packageOf } from '../../../scripts/lib/build.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';

/** The sample application `hello` in versions that tests need, packaged as a developer would. */
export class Samples {
  readonly directory: string;
  /** As it is in the repository. */
  readonly hello: string;
  /** The same with a higher version. */
  readonly hello110: string;
  /** A backend that throws while it is loaded. */
  readonly helloBroken120: string;

  private constructor(
    directory: string,
    packages: { hello: string; hello110: string; helloBroken120: string },
  ) {
    this.directory = directory;
    this.hello = packages.hello;
    this.hello110 = packages.hello110;
    this.helloBroken120 = packages.helloBroken120;
  }

  static async build(): Promise<Samples> {
    await ensureKeys(inRoot('plugins/keys'));
    await buildPackage('hello');
    const hello = packageOf('hello');
    const directory = mkdtempSync(join(tmpdir(), 'samples-'));
    const frontend = await unpackFrontend(hello, join(directory, 'frontend'));
    const broken = copyBroken(join(directory, 'plugins', 'platform-hello'));
    const make = async (pluginDir: string, version: string): Promise<string> => {
      const { file } = await packageApplication({
        pluginDir,
        outDir: directory,
        root: inRoot(),
        signingKey: await readSigningKey(inRoot('plugins/keys/private.pem')),
        version,
        frontendDist: frontend,
        typeCheck: false,
      });
      return file;
    };
    const hello110 = await make(inRoot('plugins/platform-hello'), '1.1.0');
    const helloBroken120 = await make(broken, '1.2.0');
    return new Samples(directory, { hello, hello110, helloBroken120 });
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

async function unpackFrontend(file: string, target: string): Promise<string> {
  const archive = await ZipArchive.open(file);
  try {
    for (const { name } of archive.entries) {
      if (!name.startsWith('frontend/') || name.endsWith('/')) continue;
      const path = join(target, name.slice('frontend/'.length));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, await archive.read(name));
    }
  } finally {
    await archive.close();
  }
  return target;
}

function copyBroken(target: string): string {
  cpSync(inRoot('plugins/platform-hello'), target, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  symlinkSync(inRoot('node_modules'), join(target, 'node_modules'));
  const controller = join(target, 'src/controller/hello.controller.ts');
  const file = existsSync(controller) ? controller : join(target, 'src/index.ts');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nthrow new Error('The price list is missing.');\n`);
  return target;
}
