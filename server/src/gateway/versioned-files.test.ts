import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { RemoteFiles } from '../kernel/index.ts';
import { remoteFileOf, withVersions } from './versioned-files.ts';

describe('what an address of a remote application asks for', () => {
  it.each<readonly [string, object]>([
    ['/remote-apps/hello/index.js', { appCode: 'hello', path: 'index.js', version: undefined }],
    ['/remote-apps/hello/index.js?v=1.2.3', { appCode: 'hello', path: 'index.js', version: '1.2.3' }],
    [
      '/remote-apps/hello/~4/a/b%20c.js?v=1.2.3&retry=1',
      { appCode: 'hello', path: 'a/b c.js', version: '1.2.3' },
    ],
    ['/remote-apps/hello/a.js?v=10.20.30', { appCode: 'hello', path: 'a.js', version: '10.20.30' }],
    ['/remote-apps/hello/a.js?v=1.2.3-x', { appCode: 'hello', path: 'a.js', version: undefined }],
    ['/remote-apps/hello/a.js?v=x1.2.3', { appCode: 'hello', path: 'a.js', version: undefined }],
    ['/remote-apps/hello/index.js?v=l9x2k', { appCode: 'hello', path: 'index.js', version: undefined }],
  ])('%s', (url, asked) => expect(remoteFileOf(url)).toEqual(asked));

  it.each([
    '/remote-apps/hello/',
    '/remote-apps/hello/~v/1.0.0/index.js',
    '/remote-apps/~development/hello/index.js',
    '/remote-apps/hello/.secret?v=1.0.0',
    '/remote-apps/hello/..%2f..%2fsecret?v=1.0.0',
    '/remote-apps/hello/a/../../secret',
    '/remote-apps/hello/%5c..%5csecret',
    '/remote-apps/hello/%00?v=1.0.0',
    '/remote-apps/hello/%zz',
    '/remote-apps//hello/index.js',
    '/upload/hello/index.js?v=1.0.0',
  ])('%s is left as it is', (url) => expect(remoteFileOf(url)).toBeUndefined());
});

describe('an address with a version', () => {
  const served = (files: RemoteFiles | undefined, url: string): Promise<string | undefined> =>
    new Promise((resolve) => {
      const serve: RequestListener = (request) => resolve(request.url);
      withVersions(files, serve)({ url } as IncomingMessage, {} as ServerResponse);
    });

  it('leads to the file that is found', async () => {
    const files = { locate: async () => 'hello/~v/1.0.0/a b.js' };
    expect(await served(files, '/remote-apps/hello/a%20b.js?v=1.0.0')).toBe(
      '/remote-apps/hello/~v/1.0.0/a%20b.js',
    );
  });

  it('leads to no other version', async () => {
    const missing = { locate: async () => undefined };
    expect(await served(missing, '/remote-apps/hello/index.js?v=9.0.0')).toBe(
      '/remote-apps/hello/~v/9.0.0/index.js',
    );
    expect(await served(missing, '/remote-apps/hello/index.js')).toBe('/remote-apps/hello/index.js');
    const broken = { locate: () => Promise.reject(new Error('gone')) };
    expect(await served(broken, '/remote-apps/hello/index.js')).toBe('/remote-apps/hello/index.js');
  });
});
