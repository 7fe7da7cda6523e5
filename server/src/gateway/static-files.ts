import { basename } from 'node:path';
import type { FastifyStaticOptions } from '@fastify/static';

const hashed = /[-.][\w-]{8,}\.\w+(?:\.map)?$/;
const YEAR = 31_536_000;

/** Hashed names never change; everything else is asked for again each time. (design 4.4, V4) */
export function cacheControl(path: string): string {
  return hashed.test(basename(path)) ? `public, max-age=${YEAR}, immutable` : 'no-cache';
}

/**
 * Files of one folder with `.br`/`.gz` variants beside them; dot files are not served.
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
