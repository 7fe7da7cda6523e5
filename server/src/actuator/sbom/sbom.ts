import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PlatformError, reasonOf } from '../../kernel/index.ts';

const run = promisify(execFile);

/** Time limit of npm, in milliseconds, and most bytes of what it writes. */
const LIMIT_MS = 60_000;
const MOST_BYTES = 67_108_864;
/**
 * The image's build runs the same command. With `--omit=dev` npm leaves out whatever is also a
 * development dependency of the root, such as fastify.
 */
const ARGUMENTS = 'sbom --package-lock-only --workspace server --sbom-format=cyclonedx'.split(' ');

type Bill = Readonly<Record<string, unknown>>;

/**
 * The software bill of materials of this host, in CycloneDX: the file that its image was built
 * with, else what npm makes of the lock file, once. (design 11.1, 11.2)
 */
export class Sbom {
  readonly #from: string;
  #bill: Promise<Bill> | undefined;

  /** @param from folder of the running code; the file is searched there and above */
  constructor(from: string) {
    this.#from = from;
  }

  /** @throws SBOM_MISSING (404) */
  read(): Promise<Bill> {
    return (this.#bill ??= this.#find().catch((error: unknown) => {
      this.#bill = undefined;
      throw error;
    }));
  }

  async #find(): Promise<Bill> {
    const file = this.#above('sbom.json');
    if (file !== undefined) return JSON.parse(await readFile(file, 'utf8')) as Bill;
    const lock = this.#above('package-lock.json');
    if (lock === undefined) throw missingBill('neither sbom.json nor package-lock.json is beside the host');
    try {
      const options = { cwd: dirname(lock), timeout: LIMIT_MS, maxBuffer: MOST_BYTES };
      return JSON.parse((await run('npm', ARGUMENTS, options)).stdout) as Bill;
    } catch (error) {
      throw missingBill(reasonOf(error));
    }
  }

  #above(name: string): string | undefined {
    for (let folder = this.#from; ; folder = dirname(folder)) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
      if (dirname(folder) === folder) return undefined;
    }
  }
}

export const missingBill = (reason: string): PlatformError =>
  new PlatformError({
    code: 'SBOM_MISSING',
    status: 404,
    message: `This host has no software bill of materials: ${reason.slice(0, 500)}.`,
    fix: 'Build it where the lock file is: npm sbom --workspace server --sbom-format=cyclonedx > sbom.json',
  });
