import type { FastifyStaticOptions } from '@fastify/static';
import { expect, it, vi } from 'vitest';
import { staticFiles } from './static-files.ts';

it.each(['', '.br', '.gz'])('a file sent as name%s has the headers of the file itself', (suffix) => {
  const headers = vi.fn();
  const { setHeaders } = staticFiles('/files', '/', (path) => ({ 'x-path': path }));
  const reply = { headers } as unknown as Parameters<NonNullable<FastifyStaticOptions['setHeaders']>>[0];
  setHeaders?.(reply, `/files/main-Ab12Cd34.js${suffix}`, {} as never);
  expect(headers).toHaveBeenCalledWith({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-path': '/files/main-Ab12Cd34.js',
  });
});
