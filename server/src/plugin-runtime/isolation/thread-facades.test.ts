import type crypto from 'node:crypto';
import { pbkdf2 as pbkdf2OfOthers } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cryptoFacade, webcryptoFacade, zlibFacade } from './thread-facades.ts';
import { Turns } from './turns.ts';

const COUNT = 80;
const own = cryptoFacade(new Turns(2));
const ownWeb = webcryptoFacade(new Turns(2));
const ownZlib = zlibFacade(new Turns(2));
const compute = (pbkdf2: typeof crypto.pbkdf2, answer: () => void): void =>
  pbkdf2('a', 'b', 20_000, 64, 'sha512', answer);
const big = Buffer.alloc(4_000_000, 'abcdefgh12345');

const bursts: ReadonlyArray<[string, () => Promise<unknown>]> = [
  ['crypto', () => new Promise<void>((resolve) => compute(own.pbkdf2, resolve))],
  ['crypto by promisify', () => promisify(own.pbkdf2)('a', 'b', 20_000, 64, 'sha512')],
  ['zlib', () => promisify(ownZlib.gzip)(big)],
  ['streams of zlib', () => finished(ownZlib.createGzip().end(big).resume())],
  ['streams of zlib by their classes', () => finished(new ownZlib.Gzip().end(big).resume())],
  ['subtle crypto', () => ownWeb.subtle.digest('SHA-512', big)],
];

describe.each(bursts)('issue 19: a burst of %s', (_, begin) => {
  it('leaves threads to others, and is answered in full', async () => {
    let done = 0;
    const burst = Array.from({ length: COUNT }, async () => {
      await begin();
      done += 1;
    });
    await turn();
    await new Promise<void>((resolve) => compute(pbkdf2OfOthers, resolve));
    expect(done).toBeLessThan(COUNT / 2);
    await Promise.all(burst);
    expect(done).toBe(COUNT);
  });
});

it('issue 19: functions that take turns answer, and refuse, as those of Node', async () => {
  const pair = await promisify(own.generateKeyPair)('ed25519');
  expect(pair.publicKey.type).toBe('public');
  expect(() => own.scrypt('a', 'b', -1, () => undefined)).toThrow('keylen');
  expect(own.randomBytes(4)).toHaveLength(4);
  expect(own.subtle).toBeInstanceOf(SubtleCrypto);
  expect(own.webcrypto.getRandomValues(new Uint8Array(2))).toHaveLength(2);
  expect(ownWeb.randomUUID()).toHaveLength(36);
  await expect(ownWeb.subtle.digest('none', big)).rejects.toThrow('Unrecognized');
  await expect(promisify(ownZlib.gunzip)(big)).rejects.toThrow('incorrect header');
});

it('issue 19: streams of zlib that nobody reads, or that fail, leave turns to others', async () => {
  const streams = Array.from({ length: 10 }, () => ownZlib.createGzip({ level: 0 }).end(big));
  const broken = Array.from({ length: 10 }, () => finished(ownZlib.createGunzip().end(big)));
  for (const { reason } of (await Promise.allSettled(broken)) as PromiseRejectedResult[])
    expect(String(reason)).toContain('incorrect header');
  const text = await buffer(ownZlib.createGzip().end('text'));
  expect(gunzipSync(text).toString()).toBe('text');
  for (const stream of streams) stream.destroy();
});
