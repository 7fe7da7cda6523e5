import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect as expectPage, type Browser } from '@playwright/test';
import { publishPackage } from '@platform/cli';
import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Http2Client } from '../../deploy/check/http2-client.ts';
import { hasMimeTypes, WebServer } from '../../deploy/check/web-server.ts';
import { LoginPage } from '../../e2e/support/login-page.ts';
import { buildShell } from '../../scripts/lib/build.ts';
import { findChromium } from '../../scripts/lib/browser.ts';
import { findProgram } from '../../scripts/lib/find-program.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { TestPlatform } from './support/platform.ts';
import { Samples } from './support/samples.ts';

const nginx = hasMimeTypes() ? findProgram('nginx') : undefined;
const chrome = findChromium();

describe.skipIf(!nginx)(`applications behind the web server${nginx ? '' : ': nginx is missing'}`, () => {
  let samples: Samples;
  let platform: TestPlatform;
  let web: WebServer;
  let client: Http2Client;

  beforeAll(async () => {
    await buildShell();
    samples = await Samples.build();
    // As in the container: no frontend port.
    platform = await TestPlatform.start(['--server.trust-proxy=true', '--frontend.enabled=false']);
    await publishPackage(platform.api, samples.hello);
    web = await WebServer.start({
      nginx: nginx ?? '',
      shell: inRoot('dist/shell'),
      files: platform.data,
      backend: new URL(platform.apiUrl).host,
    });
    client = new Http2Client(web.url, web.certificate);
  });
  afterAll(async () => {
    client?.close();
    await web?.stop();
    await platform?.remove();
    samples?.remove();
  });

  const folder = (...path: string[]): string => join(platform.data, 'remote-apps', 'hello', ...path);
  const entryOf = async (): Promise<string> => {
    const [app] = await platform.api.get<Array<{ entry: string }>>('/app/runtime/remote-apps');
    return app?.entry ?? '';
  };

  it.runIf(isLongRun && chrome)(
    'design 11.1: login, market, installation, remote view, events and logout in a browser, over TLS and HTTP/2',
    async () => {
      let browser: Browser | undefined;
      try {
        browser = await chromium.launch({
          executablePath: chrome ?? '',
          args: ['--no-sandbox', '--disable-gpu'],
        });
        const page = await browser.newPage({ ignoreHTTPSErrors: true, locale: 'en-US' });
        page.setDefaultTimeout(30_000);
        const problems: string[] = [];
        page.on('pageerror', (error) => problems.push(String(error)));
        page.on('console', (message) => {
          if (message.type() === 'error') problems.push(message.text());
        });
        await page.goto(`${web.url}/market`);
        await new LoginPage(page).login('admin', TestPlatform.password);
        await page.getByRole('button', { name: /^Install Hello \d/ }).click();
        const panel = page.getByRole('dialog', { name: /^Install Hello/ });
        await panel.getByRole('button', { name: /^Install Hello/ }).click();
        await panel.getByRole('button', { name: 'Open Hello' }).click();
        await expectPage(page.getByText('Read the getting started guide')).toBeVisible({ timeout: 30_000 });
        const protocol = await page.evaluate(
          () =>
            (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol,
        );
        expect(protocol).toBe('h2');
        await platform.api.post('/system/message', { to: 'tenant', title: 'Through the web server' });
        await expectPage(page.getByRole('button', { name: /Notices.*1|1 unread/ }).first()).toBeVisible({
          timeout: 10_000,
        });
        await page.goto(`${web.url}/actuator/health`);
        await expectPage(page.locator('#app')).toBeAttached();
        // Before the login the shell asks who it is.
        expect(problems.filter((text) => !text.includes('401'))).toEqual([]);
      } finally {
        await browser?.close();
      }
    },
  );

  it('design 16-15: an entry is the file of its version, from the volume or the host', async () => {
    if ((await platform.api.get<unknown[]>('/app/install/list')).length === 0) {
      await platform.api.post('/app/install', { appCode: 'hello' });
    }
    const former = await entryOf();
    expect(former).toMatch(/^\/remote-apps\/hello\/index\.js\?v=1\.0\.0$/);
    const old = await client.request(former);
    expect(old.status).toBe(200);
    await publishPackage(platform.api, samples.hello110);
    const [{ installId } = { installId: 0 }] =
      await platform.api.get<Array<{ installId: number }>>('/app/install/list');
    await platform.api.post(`/app/install/${installId}/upgrade`, {});
    const entry = await entryOf();
    expect(entry).toBe('/remote-apps/hello/index.js?v=1.1.0');
    // Files are served from the folder of the version, as a marked file shows.
    const running = readFileSync(folder('~v/1.1.0/index.js'), 'utf8');
    const asked = await client.request(entry);
    expect(digest(asked.text)).toBe(digest(running));
    expect(asked.headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'self'") as string,
    });
    expect(digest((await client.request(former)).text)).toBe(digest(old.text));

    rmSync(folder('~v'), { recursive: true });
    const fromHost = await client.request(entry);
    expect(digest(fromHost.text)).toBe(digest(running));
    // Each header once, though the host sends them, too.
    expect(fromHost.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': asked.headers['content-security-policy'],
    });
    expect(fromHost.headers['content-type']).toMatch(/javascript/);
    // The former one from the storage, and then from the volume again.
    expect(digest((await client.request(former)).text)).toBe(digest(old.text));
    expect(digest(readFileSync(folder('~v/1.0.0/index.js'), 'utf8'))).toBe(digest(old.text));

    rmSync(folder(), { recursive: true });
    expect(digest((await client.request(entry)).text)).toBe(digest(running));
    const chunk = readdirSync(folder('~v/1.1.0')).find((name) => /-[\w-]{8}\.js$/.test(name));
    expect(chunk).toBeDefined();
    expect((await client.request(`/remote-apps/hello/${chunk}`)).status).toBe(200);
  });

  it('design 16-15: no other version is given, and no path leads out', async () => {
    for (const path of [
      '/remote-apps/hello/index.js?v=9.9.9',
      '/remote-apps/hello/never.js?v=1.1.0',
      '/remote-apps/nobody/index.js?v=1.0.0',
      '/remote-apps/nobody/index.js',
      '/remote-apps/hello/..%2f..%2fplatform.db?v=1.1.0',
      '/remote-apps/hello/%2e%2e/%2e%2e/platform.db',
      '/remote-apps/hello/~v/../../platform.db',
      '/remote-apps/hello/..%5c..%5cplatform.db?v=1.1.0',
      '/remote-apps/%2e%2e/auth/me',
      '/remote-apps/..;/actuator/health',
      '/remote-apps/hello/~v/1.1.0%2f..%2f..%2f..%2fplatform.db',
    ]) {
      const answer = await client.request(path, { headers: { accept: 'application/json' } });
      expect([404, 400], path).toContain(answer.status);
      expect(answer.text, path).not.toMatch(/SQLite format|"status":"UP"|userName/);
      const direct = await fetch(platform.apiUrl + path);
      expect([404, 400, 403], path).toContain(direct.status);
    }
  });

  it('a stored file comes back as it went in, with ranges', async () => {
    const content = Array.from({ length: 50_000 }, (_, index) => `line ${index}\n`).join('');
    const form = new FormData();
    form.set('file', new Blob([content]), 'data.txt');
    const made = new Request('http://form.example', { method: 'POST', body: form });
    const authorization = `Bearer ${platform.token}`;
    const { text } = await client.request('/prod-api/resource/oss/upload', {
      method: 'POST',
      headers: { authorization, 'content-type': made.headers.get('content-type') ?? '' },
      body: await made.text(),
    });
    expect(text).toContain('ossId');
    const { ossId } = (JSON.parse(text) as { data: { ossId: string } }).data;
    const whole = await client.request(`/prod-api/resource/oss/${ossId}/content`, {
      headers: { authorization },
    });
    expect(whole.text).toBe(content);
    const part = await client.request(`/prod-api/resource/oss/${ossId}/content`, {
      headers: { authorization, range: 'bytes=0-99' },
    });
    expect(part.status).toBe(206);
    expect(part.text).toBe(content.slice(0, 100));
  });
});

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
