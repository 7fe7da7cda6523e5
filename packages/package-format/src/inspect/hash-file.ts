import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** Hashes of a whole file, in hexadecimal. */
export interface FileHashes {
  readonly md5: string;
  readonly sha256: string;
}

/** Size above which a worker thread saves more time than its start costs. */
const LARGE = 4 * 2 ** 20;

/**
 * Hashes a file, a large one in a worker thread while this one inspects its content.
 *
 * @param size of the file in bytes
 */
export async function hashFile(file: string, size: number): Promise<FileHashes> {
  if (size > LARGE) return hashOnThread(file);
  const bytes = await readFile(file);
  const hash = (algorithm: string): string => createHash(algorithm).update(bytes).digest('hex');
  return { md5: hash('md5'), sha256: hash('sha256') };
}

function hashOnThread(file: string): Promise<FileHashes> {
  const { promise, resolve, reject } = Promise.withResolvers<FileHashes>();
  const worker = new Worker(`(${hashInThread.toString()})()`, { eval: true, workerData: file });
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) =>
    reject(new Error(`The thread that hashes ${file} exited with code ${code}.`)),
  );
  return promise;
}

// Stryker disable all: the thread has this text alone, without the switches of the mutations.
/** Runs in a worker from its source text, so it may not refer to anything outside of itself. */
function hashInThread(): void {
  const { createHash: create } = process.getBuiltinModule('node:crypto');
  const { closeSync, openSync, readSync } = process.getBuiltinModule('node:fs');
  const thread = process.getBuiltinModule('node:worker_threads');
  const md5 = create('md5');
  const sha256 = create('sha256');
  const space = Buffer.allocUnsafe(256 * 1024);
  const file = openSync(thread.workerData as string, 'r');
  for (let read = readSync(file, space); read > 0; read = readSync(file, space)) {
    md5.update(space.subarray(0, read));
    sha256.update(space.subarray(0, read));
  }
  closeSync(file);
  thread.parentPort?.postMessage({ md5: md5.digest('hex'), sha256: sha256.digest('hex') });
}
