import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { OBJECT_POLICY } from '../kernel/index.ts';

/**
 * Headers of every answer of the frontend port. Remote applications come from the same origin. The
 * shell's page may have one inline script, its import map, which is allowed by its hash.
 *
 * @param page text of the shell's page
 * @param images further origins of pictures (design 16-21)
 * @param development whether applications may come from development servers (design 5.4)
 */
export const securityHeaders = (
  page: string,
  images: readonly string[],
  development: boolean,
): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'self'",
    ["script-src 'self'", ...importMapHashes(page), ...(development ? ['http: https:'] : [])].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...images, ...(development ? ['http: https:'] : [])].join(' '),
    "font-src 'self' data:",
    ["connect-src 'self'", ...(development ? ['http: https: ws: wss:'] : [])].join(' '),
    // A document that the page itself has read, such as the preview of a PDF.
    "frame-src 'self' blob:",
    "frame-ancestors 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  // Windows of other origins get no hold of the shell; windows that it opens keep their opener.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
});

function importMapHashes(page: string): string[] {
  return [...page.matchAll(/<script type="importmap">(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

const uploadHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': OBJECT_POLICY,
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * Keeps uploaded files from running: browsers show pictures and save other files. SVG keeps its
 * type, so that pages can show it as a picture, where scripts do not run. (findings: security 15;
 * design 11.8-17)
 */
export function headersOfUpload(path: string): Readonly<Record<string, string>> {
  if (/\.(?:png|jpe?g|gif|webp|avif|bmp|ico)$/i.test(path)) return uploadHeaders;
  const type = /\.svg$/i.test(path) ? 'image/svg+xml' : 'application/octet-stream';
  return { ...uploadHeaders, 'content-type': type, 'content-disposition': 'attachment' };
}

const PICTURE = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)\b/i;
/** Headers of an object storage that tell of it, or that say what the platform says itself. */
const OWN =
  /^(?:server|x-powered-by|strict-transport-security|content-security-policy|x-content-type-options|referrer-policy|x-frame-options|cross-origin-.*)$/;

/**
 * Headers of an object that the object storage has answered: whatever its type, nothing of it runs
 * with the rights of the shell's page.
 */
export function headersOfObject(given: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(given).filter(([name]) => !OWN.test(name));
  const headers: IncomingHttpHeaders = {
    'cache-control': 'no-cache',
    ...Object.fromEntries(kept),
    ...uploadHeaders,
  };
  const disposition = headers['content-disposition'] ?? '';
  if (!PICTURE.test(headers['content-type'] ?? '') && !/^attachment\b/i.test(disposition)) {
    headers['content-disposition'] = 'attachment';
  }
  return headers;
}
