import { basename } from 'node:path';
import type { FastifyStaticOptions } from '@fastify/static';

/** Hashes have digits or capitals; other long names, such as `-template`, are words. */
const hashed = /[-.](?=[\w-]*[\dA-Z])[\w-]{8,}\.\w+(?:\.map)?$/;
const YEAR = 31_536_000;

/** Caches files with hashed names for a year; browsers revalidate others. (design 4.4, V4) */
export function cacheControl(path: string): string {
  return hashed.test(basename(path)) ? `public, max-age=${YEAR}, immutable` : 'no-cache';
}

/**
 * Serves the files of one folder with their `.br` and `.gz` variants, without dot files.
 *
 * @param headersOf further headers of a file, by its path
 */
export function staticFiles(
  root: string,
  prefix: string,
  headersOf: (path: string) => Readonly<Record<string, string>> = () => ({}),
): FastifyStaticOptions {
  return {
    root,
    prefix,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    index: false,
    redirect: false,
    setHeaders: (reply, path) => {
      const plain = path.replace(/\.(?:br|gz)$/, '');
      void reply.headers({ 'cache-control': cacheControl(plain), ...headersOf(plain) });
    },
  };
}
