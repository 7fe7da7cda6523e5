import { describe, expect, it } from 'vitest';
import { headersOfObject, headersOfUpload, securityHeaders } from './security-headers.ts';
import { cacheControl } from './static-files.ts';

it("the shell's page is shown in no frame of others, and has its own parts alone", () => {
  const headers = securityHeaders('<script type="importmap">{}</script>', ['https://a.example'], false);
  expect(headers['content-security-policy']?.split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self' 'sha256-RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o='",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https://a.example",
    ...["font-src 'self' data:", "connect-src 'self'", "frame-src 'self' blob:", "frame-ancestors 'self'"],
    ...["base-uri 'self'", "form-action 'self'", "object-src 'none'"],
  ]);
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
});

describe('an object of the object storage', () => {
  it('keeps the headers that describe it, and none that tell of the storage', () => {
    const kept = { 'content-type': 'image/png', etag: 'x', 'server-timing': 'db', 'x-server': 'x' };
    const storage = { server: 'MinIO', 'x-powered-by': 'x', 'strict-transport-security': 'max-age=0' };
    const rules = {
      'content-security-policy': "default-src 'self'",
      'x-content-type-options': '',
      'referrer-policy': 'unsafe-url',
      'x-frame-options': 'ALLOWALL',
      'cross-origin-opener-policy': 'unsafe-none',
      'cross-origin-resource-policy': 'same-site',
    };
    expect(headersOfObject({ ...kept, ...storage, ...rules })).toEqual({
      ...kept,
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining('sandbox') as string,
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headersOfObject({ 'cache-control': 'max-age=60' })['cache-control']).toBe('max-age=60');
  });

  it.each([
    ['image/png', undefined, undefined],
    ['IMAGE/JPEG', undefined, undefined],
    ['image/jpg', undefined, undefined],
    ['image/webp; q=1', 'inline', 'inline'],
    ['image/svg+xml', undefined, 'attachment'],
    ['text/image/png', 'inline', 'attachment'],
    ['text/html', 'inline; filename="attachment.html"', 'attachment'],
    ['text/html', 'attachment; filename="a.html"', 'attachment; filename="a.html"'],
    ['application/pdf', 'ATTACHMENT', 'ATTACHMENT'],
    [undefined, undefined, 'attachment'],
  ])('of type %s with the disposition %s gets %s', (type, given, disposition) => {
    const headers = headersOfObject({ 'content-type': type, 'content-disposition': given });
    expect(headers['content-disposition']).toBe(disposition);
  });
});

it.each([
  ['a.PNG', undefined],
  ['a.jpg', undefined],
  ['a.jpeg', undefined],
  ['a.png.html', 'application/octet-stream'],
  ['a.svg', 'image/svg+xml'],
  ['a.SVG', 'image/svg+xml'],
  ['a.svg.js', 'application/octet-stream'],
  ['png', 'application/octet-stream'],
])('the uploaded file %s is saved as %s', (name, type) => {
  const headers = headersOfUpload(name);
  expect(headers['content-type']).toBe(type);
  expect(headers['content-disposition']).toBe(type && 'attachment');
  expect(headers['content-security-policy']).toContain('sandbox');
});

describe('design 4.4, V4: a file of a page', () => {
  it.each(['/a/main-Ab3dE6gH.js', 'list-x9Yz12Qw.js.map', 'style.0123456789abcdef.css', 'a-_x-9Yz12.js'])(
    'with a hash in its name is kept for a year: %s',
    (path) => expect(cacheControl(path)).toBe('public, max-age=31536000, immutable'),
  );

  it.each([
    'index.js',
    'main-Ab3dE6.js',
    'main-Ab3dE6g.js',
    '/of-Ab3dE6gH/index.js',
    'main-Ab3dE6gH',
    'Ab3dE6gH9.js',
    'main-Ab3dE6gH.js~',
  ])('without one is asked for again: %s', (path) => expect(cacheControl(path)).toBe('no-cache'));

  it.each(['order-template.xlsx', 'logo-on-dark-ground.svg', 'remote-entry.umd.component.js'])(
    'whose name is only long is asked for again: %s',
    (path) => expect(cacheControl(path)).toBe('no-cache'),
  );
});
