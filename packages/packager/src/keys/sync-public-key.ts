import { readFile, rename, writeFile } from 'node:fs/promises';
import { isSeq, parseDocument, Scalar } from 'yaml';
import { PackagerError } from '../errors.ts';

const PATH = ['app-market', 'security', 'public-key'];

/**
 * Writes a public key into the host's configuration (`-SyncPublicKey`; spec: Authentication 6),
 * keeping comments and everything else. A list gains the key, so that packages signed before
 * stay valid; a single key is replaced. Throws `HOST_CONFIG_INVALID`.
 * @returns false when the key was there already
 */
export async function syncPublicKey(configFile: string, publicKey: string): Promise<boolean> {
  const text = await readConfig(configFile);
  // A pretty message has the lines around the problem, which may be those of a password.
  const document = parseDocument(text, { prettyErrors: false });
  const problem = document.errors[0];
  const line = problem && text.slice(0, problem.pos[0]).split('\n').length;
  if (problem) throw invalid(configFile, `line ${line}: ${problem.message}`, problem);
  const key = publicKey.trim();
  const current: unknown = document.getIn(PATH);
  const values: unknown[] = isSeq(current) ? current.toJSON() : [current];
  if (values.some((value) => typeof value === 'string' && value.trim() === key)) return false;
  const scalar = new Scalar(`${key}\n`);
  scalar.type = Scalar.BLOCK_LITERAL;
  if (isSeq(current)) {
    current.flow = false;
    current.add(scalar);
  } else {
    document.setIn(PATH, scalar);
  }
  const temporary = `${configFile}.${process.pid}.tmp`;
  await writeFile(temporary, document.toString({ lineWidth: 0 }));
  await rename(temporary, configFile);
  return true;
}

async function readConfig(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw invalid(file, (cause as Error).message, cause);
  }
}

function invalid(file: string, message: string, cause: unknown): PackagerError {
  return new PackagerError({
    code: 'HOST_CONFIG_INVALID',
    message: `${file} cannot be read: ${message}`,
    fix: 'Run the packager in the repository of the host, or set app-market.security.public-key by hand.',
    cause,
  });
}
