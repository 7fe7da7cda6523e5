import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/lib/free-port.ts';
import { CommandFailed, run } from '../../scripts/lib/run.ts';
import { templatesOf, writeConfiguration } from '../nginx/render.ts';

const MIME_TYPES = '/etc/nginx/mime.types';

export interface WebServerOptions {
  /** Program of nginx. */
  readonly nginx: string;
  /** The built shell. */
  readonly shell: string;
  /** Folder with `remote-apps` and `upload`. */
  readonly files: string;
  /** Address of the API port: `127.0.0.1:8080`. */
  readonly backend: string;
  /** Object storage, such as `http://127.0.0.1:9000`. */
  readonly minio?: string;
}

/** The web server of the container route as a process, with a certificate of its own. */
export class WebServer {
  /** `https://127.0.0.1:<port>`, HTTP/2. */
  readonly url: string;
  /** `http://127.0.0.1:<port>`, which leads to the other. */
  readonly plainUrl: string;
  /** Certificate that clients have to trust. */
  readonly certificate: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(folder: string, child: ChildProcess, ports: readonly [number, number]) {
    this.#folder = folder;
    this.#process = child;
    this.plainUrl = `http://127.0.0.1:${ports[0]}`;
    this.url = `https://127.0.0.1:${ports[1]}`;
    this.certificate = readFileSync(join(folder, 'tls.crt'), 'utf8');
  }

  /** @throws where nginx refuses the configuration, with what it says */
  static async start(options: WebServerOptions): Promise<WebServer> {
    const folder = mkdtempSync(join(tmpdir(), 'platform-web-'));
    await makeCertificate(folder);
    const [port, tlsPort] = [await freePort(), await freePort()];
    const settings = {
      WEB_CONF: join(folder, 'conf'),
      WEB_TEMP: join(folder, 'temp'),
      WEB_MIME_TYPES: MIME_TYPES,
      WEB_ACCESS_LOG: 'off',
      WEB_RESOLVER: '127.0.0.1',
      WEB_BACKEND: options.backend,
      WEB_MINIO: options.minio ?? '',
      WEB_SHELL: options.shell,
      WEB_FILES: options.files,
      WEB_PORT: `127.0.0.1:${port}`,
      WEB_BEHIND_PROXY: 'off',
      WEB_TLS: 'on',
      WEB_TLS_PORT: `127.0.0.1:${tlsPort}`,
      WEB_TLS_PUBLIC_PORT: `:${tlsPort}`,
      WEB_TLS_CERTIFICATE: join(folder, 'tls.crt'),
      WEB_TLS_KEY: join(folder, 'tls.key'),
      WEB_IMAGE_ORIGINS: '',
    };
    mkdirSync(settings.WEB_TEMP);
    writeConfiguration(templatesOf(readFileSync(join(options.shell, 'index.html'), 'utf8')), settings);
    const args = ['-c', join(settings.WEB_CONF, 'nginx.conf'), '-p', folder, '-e', 'stderr'];
    await run(options.nginx, ['-t', ...args]).catch((error: unknown) => {
      throw error instanceof CommandFailed ? new Error(error.output, { cause: error }) : error;
    });
    const child = spawn(options.nginx, [...args, '-g', `daemon off;${asRoot}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const server = new WebServer(folder, child, [port, tlsPort]);
    await answers(server.plainUrl);
    return server;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Workers of a master that root starts would lose the right to read folders of the test. */
const asRoot = process.getuid?.() === 0 ? ' user root;' : '';

/** Whether nginx can run here; its packages bring the list of media types. */
export const hasMimeTypes = (): boolean => existsSync(MIME_TYPES);

async function makeCertificate(folder: string): Promise<void> {
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-keyout', join(folder, 'tls.key'), '-out', join(folder, 'tls.crt')],
  ]);
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(url, { redirect: 'manual' }).catch(() => undefined);
    if (response) return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer.`);
}
