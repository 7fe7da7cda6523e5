import { createHash, createPrivateKey, sign as signBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectPackage, type Inspection, type InspectOptions } from '../inspect/inspect-package.ts';
import { generateKeyPair, loadPrivateKey, loadPublicKey } from '../signature/keys.ts';
import { signFiles } from '../signature/sign.ts';
import { rawZip, type RawEntry, type RawOptions } from './raw-zip.ts';

const pair = generateKeyPair();
/** Public half of the signing key in PEM form. A host that trusts it accepts these signatures. */
export const { publicKey } = pair;
export const trustedKey = loadPublicKey(publicKey);
const signingKey = loadPrivateKey(pair.privateKey);

export const JAR = 'backend/platform-hello-plugin-1.0.0.jar';

export const manifest = {
  code: 'hello',
  name: 'Hello',
  version: '1.0.0',
  assets: { backend: JAR, frontend: 'frontend/index.js' },
  menus: [{ key: 'hello:p', type: 'C', name: 'P', path: 'p', component: 'remote:hello/list' }],
};

/** `META-INF/plugin.json` of an empty backend. */
export const emptyIndex = {
  formatVersion: 1,
  code: 'hello',
  version: '1.0.0',
  classes: [],
  modules: [],
  packages: [],
  mappers: [],
};

/** `META-INF/MANIFEST.MF` of an empty backend. */
export const jarManifest = [
  'Manifest-Version: 1.0',
  'Application-Code: hello',
  'Application-Version: 1.0.0',
  'Platform-Version: 1.0.0',
  '',
].join('\n');

type Files = Readonly<Record<string, string | Buffer | undefined>>;

const entriesOf = (content: Files): RawEntry[] =>
  Object.entries(content).flatMap(([name, value]) => (value === undefined ? [] : [{ name, content: value }]));

/** Builds a backend jar; an undefined value removes an entry. */
export const jarOf = (change: Files = {}): Buffer =>
  rawZip(
    entriesOf({
      'META-INF/MANIFEST.MF': jarManifest,
      'META-INF/plugin.json': JSON.stringify(emptyIndex),
      'cn/platform/hello/index.js': 'exports.x = 1;',
      ...change,
    }),
  );

/** The files of a package without a finding, compressed once. */
const FILES: Files = {
  'app.json': JSON.stringify(manifest),
  [JAR]: jarOf(),
  'frontend/index.js': 'const get = () => {}; const init = () => {}; export { get, init };',
  'frontend/remote.json': JSON.stringify({
    formatVersion: 1,
    code: 'hello',
    version: '1.0.0',
    views: ['list'],
  }),
  'migrations/01-create-hello-tables.sql': 'CREATE TABLE IF NOT EXISTS hello_item (id bigint);',
};

export interface PackageChange {
  /** Merged into the files; undefined removes one. */
  files?: Files;
  /** Merged into the manifest; undefined removes a field. */
  manifest?: Record<string, unknown>;
  /** Further entries, which the signature does not cover. */
  extra?: RawEntry[];
  /** Applied to the entries of the archive before it is written. */
  entries?: (entries: RawEntry[]) => RawEntry[];
  archive?: RawOptions;
  /** Default true. */
  sign?: boolean;
  /** Applied to the text of the signature. */
  signature?: (text: string) => string | Buffer;
  options?: Partial<InspectOptions>;
  /** Applied to the finished archive. */
  bytes?: (archive: Buffer) => Buffer;
}

/** The archive of a package that has no finding unless it is changed. */
export function packageBytes(change: PackageChange = {}): Buffer {
  const content: Files = {
    ...FILES,
    ...change.files,
    ...(change.manifest && { 'app.json': JSON.stringify({ ...manifest, ...change.manifest }) }),
  };
  const honest = entriesOf(content);
  const signed = signatureOf(honest);
  const signature =
    change.sign === false ? [] : [{ name: 'signature.txt', content: change.signature?.(signed) ?? signed }];
  const entries = [...honest, ...signature, ...(change.extra ?? [])];
  const archive = rawZip(change.entries?.(entries) ?? entries, change.archive);
  return change.bytes?.(archive) ?? archive;
}

function signatureOf(entries: readonly RawEntry[]): string {
  const signed = entries.map(({ name, content = '' }) => {
    const bytes = Buffer.from(content);
    return {
      path: String(name),
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
  });
  return signFiles({ app: 'hello', version: '1.0.0', files: signed }, signingKey);
}

/** Signs a changed signature text, so that only its grammar is wrong. */
export function resigned(text: string): string {
  const end = text.lastIndexOf('signature: ');
  const seal = signBytes(null, Buffer.from(text.slice(0, end)), createPrivateKey(pair.privateKey));
  return `${text.slice(0, end)}signature: ${seal.toString('base64')}\n`;
}

/** Writes the package to a temporary file and inspects it under `enforce`. */
export async function inspectChanged(change: PackageChange = {}): Promise<Inspection> {
  const folder = await mkdtemp(join(tmpdir(), 'package-'));
  try {
    const file = join(folder, 'hello-1.0.0.zip');
    await writeFile(file, packageBytes(change));
    return await inspectPackage(file, { mode: 'enforce', trustedKeys: [trustedKey], ...change.options });
  } finally {
    await rm(folder, { recursive: true });
  }
}
