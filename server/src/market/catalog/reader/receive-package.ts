import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { heldStream, PlatformError } from '../../../kernel/index.ts';
import type { FetchWatch } from '../../source/market-source.ts';
import type { WantedPackage } from './catalog-reader.ts';
import { packageMismatch, transferBroken } from './failures.ts';

/** A part of a package that begins to arrive. */
export interface Part {
  /** First byte of it: the one that was asked for, or 0 when the sender starts over. */
  readonly start: number;
  /** Bytes of the whole package, as the sender says. */
  readonly size: number | undefined;
  readonly content: Readable;
}

export interface Transfer {
  readonly address: string;
  readonly wanted: WantedPackage;
  /** Asks for the package from a byte on. What it throws ends the transfer, unless {@link mayPass} says otherwise. */
  ask(from: number): Promise<Part>;
  mayPass(error: unknown): boolean;
}

/** Attempts without one new byte before it is given up. */
const FRUITLESS = 4;
/** Attempts in all. */
const ATTEMPTS = 50;
const PAUSE_MS = 200;

/**
 * Writes a package to a file: goes on where a transfer broke off, never takes more bytes than were named, and compares
 * the checksum.
 *
 * @throws CATALOG_TRANSFER_BROKEN, CATALOG_PACKAGE_MISMATCH (502), and what `ask` throws
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
        const part = await transfer.ask(received);
        heldStream(part.content);
        assertSize(address, wanted, part);
        if (part.start !== received) {
          await here(() => target.truncate(0));
          hash = createHash('sha256');
          received = 0;
        }
        for await (const chunk of part.content as AsyncIterable<Buffer>) {
          if (received + chunk.length > wanted.size) throw tooLong(address, wanted);
          await here(() => target.write(chunk, 0, chunk.length, received));
          hash.update(chunk);
          received += chunk.length;
          await here(() => watch.progress(received / wanted.size));
        }
        if (received < wanted.size) throw new Error('the answer ended early');
      } catch (error) {
        if (watch.signal?.aborted) throw watch.signal.reason;
        if (error instanceof OwnFailure) throw error.cause;
        const atOnce = attempt === 1 && error instanceof PlatformError;
        if (atOnce || !transfer.mayPass(error)) throw error;
        fruitless = received > before ? 0 : fruitless + 1;
        if (fruitless >= FRUITLESS || attempt >= ATTEMPTS) {
          throw transferBroken(address, received, wanted.size, error);
        }
        watch.log(`The transfer broke off at ${received} of ${wanted.size} bytes; going on from there`);
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

/** This host failed, or stops the transfer: no further attempt gets over that. */
class OwnFailure extends Error {}

async function here(work: () => Promise<unknown>): Promise<void> {
  await work().catch((cause: unknown) => Promise.reject(new OwnFailure('here', { cause })));
}

function assertSize(address: string, wanted: WantedPackage, { size, content }: Part): void {
  if (size === undefined || size === wanted.size) return;
  content.destroy();
  throw packageMismatch(address, `it has ${size} bytes instead of ${wanted.size}`);
}

function tooLong(address: string, { size }: WantedPackage): Error {
  return packageMismatch(address, `it goes on after the ${size} bytes that were named`);
}
