import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadPublicKey, PackageFormatError } from '@platform/package-format';
import { isScalar, isSeq, parseDocument, Scalar, YAMLSeq, type Document } from 'yaml';
import { CliError, EXIT } from './errors.ts';

const KEYS = ['app-market', 'security', 'public-key'];
const REVOKED = ['app-market', 'security', 'revoked-keys'];
const LINES = { lineWidth: 0 };

/** The trusted keys in a configuration file of a host. Other content keeps its formatting. */
export class KeyFile {
  readonly path: string;
  readonly #document: Document;

  /** @throws CliError CONFIG_INVALID for invalid YAML */
  constructor(directory: string, name: string) {
    this.path = join(directory, name);
    const text = existsSync(this.path) ? readFileSync(this.path, 'utf8') : '';
    // A pretty message has the lines around the problem, which may be those of a password.
    const document = parseDocument(text, { prettyErrors: false });
    const [problem] = document.errors;
    if (problem) {
      throw new CliError(
        'CONFIG_INVALID',
        `${this.path} cannot be read: line ${text.slice(0, problem.pos[0]).split('\n').length}: ${problem.message}`,
        'Correct the file.',
        EXIT.failed,
      );
    }
    this.#document = document;
  }

  /** Ids of the keys that the file trusts, in its order. @throws CliError KEY_INVALID */
  trusted(): string[] {
    return this.#texts(KEYS).map((pem) => keyIdOf(pem, this.path));
  }

  revoked(): string[] {
    return this.#texts(REVOKED);
  }

  trust(pem: string): void {
    const block = new Scalar(pem.endsWith('\n') ? pem : `${pem}\n`);
    block.type = Scalar.BLOCK_LITERAL;
    this.#list(KEYS).add(block);
  }

  distrust(keyId: string): void {
    this.#remove(KEYS, (pem) => keyIdOf(pem, this.path) === keyId);
  }

  revoke(keyId: string): void {
    this.#list(REVOKED).add(new Scalar(keyId));
  }

  restore(keyId: string): void {
    this.#remove(REVOKED, (revoked) => revoked === keyId);
  }

  /** Writes atomically, since a host may read the file meanwhile. */
  write(): void {
    mkdirSync(dirname(this.path), { recursive: true });
    const partial = `${this.path}.${process.pid}.part`;
    writeFileSync(partial, this.#document.toString(LINES));
    renameSync(partial, this.path);
  }

  #texts(path: readonly string[]): string[] {
    const node = this.#document.getIn(path, true);
    const value: unknown = isSeq(node) || isScalar(node) ? node.toJS(this.#document) : undefined;
    if (typeof value === 'string') return value.trim() === '' ? [] : [value];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  }

  #remove(path: readonly string[], isMeant: (text: string) => boolean): void {
    if (!this.#texts(path).some(isMeant)) return;
    const list = this.#list(path);
    list.items = list.items.filter((item) => !(isScalar(item) && isMeant(String(item.value))));
  }

  /** The list at a path, created if missing; a single text becomes a list of one. */
  #list(path: readonly string[]): YAMLSeq {
    const node = this.#document.getIn(path, true);
    if (isSeq(node)) {
      if (node.items.length === 0) node.flow = false;
      return node;
    }
    const list = new YAMLSeq();
    if (isScalar(node) && typeof node.value === 'string' && node.value.trim() !== '') list.add(node);
    this.#document.setIn(path, list);
    return list;
  }
}

/** @param where place to name in the error. @throws CliError KEY_INVALID */
export function keyIdOf(pem: string, where: string): string {
  try {
    return loadPublicKey(pem).keyId;
  } catch (error) {
    if (!(error instanceof PackageFormatError)) throw error;
    throw new CliError(
      'KEY_INVALID',
      `${where}: ${error.message}`,
      'Name the PEM of a public key.',
      EXIT.failed,
    );
  }
}
