import type { Page, Route } from 'playwright-core';
import type { Sighting } from './findings.ts';
import type { HostFiles } from './host-bundle.ts';

/** No server listens here: the browser's requests are intercepted. */
export const ORIGIN = 'http://localhost';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

const documentWith = (imports: HostFiles['imports']): string => `<!doctype html>
<html lang="en"><head><title>check:runtime</title><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script>
<style>
:root { --space-1: 4px; --space-2: 8px; --space-3: 12px; --space-4: 16px; --space-5: 20px; --space-6: 24px;
  --space-8: 32px; --radius-s: 4px; --radius-m: 8px; --radius-l: 12px; --text-xs: 12px; --text-s: 13px; --text-m: 14px;
  --text-l: 16px; --text-xl: 20px; --surface: #fff; --surface-sunken: #f7f8fa; --surface-raised: #fff;
  --line: #e4e7ec; --text: #1d2433; --text-muted: #5b6475; --accent: #4f46e5; --accent-text: #4f46e5; --good: #15803d; --warn: #b45309; --bad: #b91c1c }
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; color: var(--text) }
.page { padding: var(--space-6) }
</style></head><body><div id="host"></div><script type="module" src="/host/main.js"></script></body></html>`;

export interface PageFiles {
  readonly host: HostFiles;
  readonly code: string;
  /** Built files of the application, path → text. */
  readonly built: ReadonlyMap<string, string>;
  readonly see: (sighting: Sighting) => void;
}

/** Serves files of the host and the application; reports other requests and answers 404. */
export async function servePage(page: Page, { host, code, built, see }: PageFiles): Promise<void> {
  const folder = `/remote-apps/${code}/`;
  await page.routeWebSocket(/.*/, () => {});
  await page.route(/^(https?):/, async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const path = origin === ORIGIN ? decodeURIComponent(pathname) : '';
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: documentWith(host.imports) });
    if (path.startsWith('/host/')) return answer(route, path, host.files.get(path));
    if (!path.startsWith(folder)) return refuse(route, see);
    const content = built.get(path.slice(folder.length));
    if (content === undefined)
      see({ code: 'CHECK_RUN_FILE_MISSING', message: `${path.slice(folder.length)} is not there.` });
    return answer(route, path, content);
  });
}

function refuse(route: Route, see: PageFiles['see']): Promise<void> {
  const request = route.request();
  see({
    code: 'CHECK_RUN_REQUEST_DIRECT',
    message: `${request.method()} ${request.url()} went past the runtime.`,
  });
  if (request.resourceType() === 'eventsource')
    return route.fulfill({ contentType: 'text/event-stream', body: '' });
  return route.fulfill({ status: 404 });
}

function answer(route: Route, path: string, content: Uint8Array | string | undefined): Promise<void> {
  if (content === undefined) return route.fulfill({ status: 404 });
  const contentType = TYPES[path.slice(path.lastIndexOf('.') + 1)];
  return route.fulfill({ contentType, body: Buffer.from(content) });
}
