import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { heldStream, PlatformError } from '../../../kernel/index.ts';
import type { FetchWatch } from '../market-source.ts';
import type { WantedPackage } from './catalog-reader.ts';
import { packageMismatch, transferBroken } from './failures.ts';

/** A part of a package, as it arrives. */
export interface Part {
  /** Offset of its first byte: the requested one, or 0 when the sender starts over. */
  readonly start: number;
  /** Size of the whole package in bytes, as declared by the sender. */
  readonly size: number | undefined;
  readonly content: Readable;
}

export interface Transfer {
  readonly address: string;
  readonly wanted: WantedPackage;
  /** Requests the package from a byte offset. An error ends the transfer unless it is transient. */
  request(from: number): Promise<Part>;
  isTransient(error: unknown): boolean;
}

/** Consecutive attempts without a new byte before the transfer fails. */
const MAX_FRUITLESS_ATTEMPTS = 4;
/** Attempts in total. */
const MAX_ATTEMPTS = 50;
const PAUSE_MS = 200;

/**
 * Writes a package to a file and verifies its checksum.
 *
 * Resumes an interrupted transfer, and never accepts more bytes than declared.
 *
 * @throws CATALOG_TRANSFER_BROKEN, CATALOG_PACKAGE_MISMATCH (502), and the errors of `request`
 */
export async function receivePackage(transfer: Transfer, file: string, watch: FetchWatch): Promise<void> {
  const { address, wanted } = transfer;
  const target = await open(file, 'w');
  let hash = createHash('sha256');
  let received = 0;
  let fruitless = 0;
  try {
    for (let attempt = 1; received < wanted.size; attempt += 1) {
      const before = received;
      try {
        const part = await transfer.request(received);
        heldStream(part.content);
        assertSize(address, wanted, part);
        if (part.start !== received) {
          await locally(() => target.truncate(0));
          hash = createHash('sha256');
          received = 0;
        }
        for await (const chunk of part.content as AsyncIterable<Buffer>) {
          if (received + chunk.length > wanted.size) throw tooLong(address, wanted);
          await locally(() => target.write(chunk, 0, chunk.length, received));
          hash.update(chunk);
          received += chunk.length;
          await locally(() => watch.progress(received / wanted.size));
        }
        if (received < wanted.size) throw new Error('the response ended early');
      } catch (error) {
        if (watch.signal?.aborted) throw watch.signal.reason;
        if (error instanceof LocalFailure) throw error.cause;
        const isFirstRefusal = attempt === 1 && error instanceof PlatformError;
        if (isFirstRefusal || !transfer.isTransient(error)) throw error;
        fruitless = received > before ? 0 : fruitless + 1;
        if (fruitless >= MAX_FRUITLESS_ATTEMPTS || attempt >= MAX_ATTEMPTS) {
          throw transferBroken(address, received, wanted.size, error);
        }
        watch.log(`The transfer was interrupted at ${received} of ${wanted.size} bytes; resuming`);
        await delay(PAUSE_MS * 2 ** fruitless, undefined, { signal: watch.signal });
      }
    }
  } finally {
    await target.close();
  }
  const sha256 = hash.digest('hex');
  if (sha256 !== wanted.sha256) {
    throw packageMismatch(address, 'its SHA-256 differs', { expected: wanted.sha256, found: sha256 });
  }
}

/** A failure of this host, which another attempt cannot fix. */
class LocalFailure extends Error {}

async function locally(work: () => Promise<unknown>): Promise<void> {
  await work().catch((cause: unknown) => Promise.reject(new LocalFailure('local', { cause })));
}

function assertSize(address: string, wanted: WantedPackage, { size, content }: Part): void {
  if (size === undefined || size === wanted.size) return;
  content.destroy();
  throw packageMismatch(address, `it has ${size} bytes instead of ${wanted.size}`);
}

function tooLong(address: string, { size }: WantedPackage): Error {
  return packageMismatch(address, `it has more than the declared ${size} bytes`);
}
