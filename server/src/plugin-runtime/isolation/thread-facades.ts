import crypto from 'node:crypto';
import zlib from 'node:zlib';
import type { Transform } from 'node:stream';
import type { Turns } from './turns.ts';
import { words } from './words.ts';
import type { AnyFunction } from './any-function.ts';

/** Functions that compute in a thread where they are given a callback. */
const CRYPTO = words(
  `argon2 checkPrime decapsulate diffieHellman encapsulate generateKey generateKeyPair generatePrime hkdf pbkdf2
  randomBytes randomFill scrypt sign verify`,
);
const ZLIB = words(
  `brotliCompress brotliDecompress deflate deflateRaw gunzip gzip inflate inflateRaw unzip zstdCompress
  zstdDecompress`,
);
const ZLIB_STREAMS = words(
  `BrotliCompress BrotliDecompress Deflate DeflateRaw Gunzip Gzip Inflate InflateRaw Unzip ZstdCompress
  ZstdDecompress`,
);
const SUBTLE = words(
  `decapsulateBits decapsulateKey decrypt deriveBits deriveKey digest encapsulateBits encapsulateKey encrypt
  exportKey generateKey getPublicKey importKey sign unwrapKey verify wrapKey`,
);

/** `node:crypto` for one application, whose asynchronous functions take turns. */
export function cryptoFacade(turns: Turns): typeof crypto {
  const webcrypto = webcryptoFacade(turns);
  return inTurns(crypto, CRYPTO, turns, {
    webcrypto: { value: webcrypto, enumerable: true },
    subtle: { value: webcrypto.subtle, enumerable: true },
  });
}

/** `node:zlib` for one application, whose one-shot functions and streams take turns. */
export function zlibFacade(turns: Turns): typeof zlib {
  const own: PropertyDescriptorMap = {};
  for (const name of ZLIB_STREAMS) {
    const type = (zlib as unknown as Record<string, (new (...args: unknown[]) => Transform) | undefined>)[
      name
    ];
    if (type === undefined) continue;
    const create = (...args: unknown[]): Transform => turns.stream(new type(...args));
    own[`create${name}`] = { value: create, enumerable: true };
    own[name] = { value: turnsOfType(type, turns), enumerable: true };
  }
  return inTurns(zlib, ZLIB, turns, own);
}

/** Node's classes for streams of zlib make objects without `new`, too. */
const turnsOfType = (type: new (...args: unknown[]) => Transform, turns: Turns): object =>
  new Proxy(type, {
    construct: (_, args, self) => turns.stream(Reflect.construct(type, args, self) as Transform),
    apply: (_, _this, args) => turns.stream(new type(...(args as unknown[]))),
  });

/** The global `crypto` of one application. Its methods accept no other `this` than the real one. */
export function webcryptoFacade(turns: Turns): typeof crypto.webcrypto {
  const { webcrypto } = crypto;
  const { subtle } = webcrypto;
  const own: PropertyDescriptorMap = {};
  for (const name of SUBTLE) {
    const work = (subtle as unknown as Record<string, AnyFunction | undefined>)[name];
    if (work !== undefined) own[name] = { value: turns.promise(name, work.bind(subtle)) };
  }
  return Object.create(webcrypto, {
    subtle: { value: Object.create(subtle, own) as typeof subtle, enumerable: true },
    getRandomValues: { value: webcrypto.getRandomValues.bind(webcrypto) },
    randomUUID: { value: webcrypto.randomUUID.bind(webcrypto) },
  }) as typeof webcrypto;
}

/** No getter of the module is called: some warn, and some create what is rarely used. */
function inTurns<M extends object>(
  module: M,
  names: readonly string[],
  turns: Turns,
  own: PropertyDescriptorMap = {},
): M {
  const facade = { ...Object.getOwnPropertyDescriptors(module), ...own } as PropertyDescriptorMap;
  for (const name of names) {
    const work = (module as Record<string, AnyFunction | undefined>)[name];
    if (work === undefined) continue;
    const call = turns.callback(name, work);
    // Node tells `promisify` by symbols what the promise is fulfilled with.
    for (const key of Object.getOwnPropertySymbols(work))
      Object.defineProperty(call, key, Object.getOwnPropertyDescriptor(work, key) as PropertyDescriptor);
    facade[name] = { value: call, enumerable: true };
  }
  return Object.freeze(Object.defineProperties({}, facade)) as M;
}
