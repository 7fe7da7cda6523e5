import { PackageContentSchema, type PackageContent } from '@platform/host-api';
import {
  catalogAppSchema,
  catalogVersionSchema,
  type CatalogApp,
  type CatalogVersion,
} from '@platform/package-format';
import { Compile } from 'typebox/compile';
import { Agent, errors, request, type Dispatcher } from 'undici';
import { PlatformError, Type, type Page, type PageQuery } from '../../../kernel/index.ts';
import { TOKEN_HEADER } from './token-header.ts';
import type { FetchWatch } from '../market-source.ts';
import type { CatalogFilter, CatalogReader, WantedPackage } from './catalog-reader.ts';
import { checked, openEnvelope, type Envelope } from './envelope.ts';
import { answerInvalid, redirected, tooSlow, unreachable } from './failures.ts';
import { receivePackage, type Part } from './receive-package.ts';

export interface HttpCatalogOptions {
  /** The publisher's API; ends with `/prod-api` on its frontend port. */
  readonly baseUrl: string;
  readonly token: string;
  readonly connectTimeoutMs: number;
  /** Longest pause before and within an answer. */
  readonly readTimeoutMs: number;
}

const PAGE_SIZE = 500;
/** Applications read at most, so that a faulty catalog cannot exhaust memory. */
const MAX_APPS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** A publisher's catalog over HTTP. (spec: Endpoints 11; design 4.5) */
export class HttpCatalog implements CatalogReader {
  readonly address: string;
  readonly #options: HttpCatalogOptions;
  readonly #agent: Agent;
  /** Compiled, because checking 500 applications takes 100 ms otherwise. */
  readonly #forms = {
    app: Compile(catalogAppSchema),
    apps: Compile(Type.Array(catalogAppSchema)),
    versions: Compile(Type.Array(catalogVersionSchema)),
    content: Compile(PackageContentSchema),
  };

  constructor(options: HttpCatalogOptions) {
    this.address = options.baseUrl.replace(/\/+$/, '');
    this.#options = options;
    this.#agent = new Agent({
      connect: { timeout: options.connectTimeoutMs },
      headersTimeout: options.readTimeoutMs,
      bodyTimeout: options.readTimeoutMs,
    });
  }

  async apps(): Promise<CatalogApp[]> {
    const apps: CatalogApp[] = [];
    for (let pageNum = 1; apps.length < MAX_APPS; pageNum += 1) {
      const { total, rows } = await this.page({}, { pageNum, pageSize: PAGE_SIZE });
      apps.push(...rows);
      if (rows.length === 0 || pageNum * PAGE_SIZE >= total) break;
    }
    return apps;
  }

  async page(filter: CatalogFilter, page: PageQuery): Promise<Page<CatalogApp>> {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filter, ...page })) asked.set(name, String(value));
    const { total = 0, rows } = await this.#read(`/apps?${asked.toString()}`);
    return { total, rows: checked(this.address, this.#forms.apps, rows) };
  }

  async app(appCode: string): Promise<CatalogApp> {
    const { data } = await this.#read(`/apps/${encodeURIComponent(appCode)}`);
    return checked(this.address, this.#forms.app, data);
  }

  async versions(appCode: string): Promise<CatalogVersion[]> {
    const { rows } = await this.#read(`/apps/${encodeURIComponent(appCode)}/versions`);
    return checked(this.address, this.#forms.versions, rows);
  }

  async content(appCode: string, version: string): Promise<PackageContent | undefined> {
    const path = `/apps/${encodeURIComponent(appCode)}/versions/${encodeURIComponent(version)}/content`;
    const { data } = await this.#read(path);
    return data === null ? undefined : checked(this.address, this.#forms.content, data);
  }

  package(wanted: WantedPackage, file: string, watch: FetchWatch): Promise<void> {
    watch.log(`Downloading ${wanted.size} bytes from ${this.address}`);
    const transfer = {
      address: this.address,
      wanted,
      request: (from: number) => this.#part(wanted, from, watch.signal),
      isTransient: (error: unknown) => isNetworkError(error),
    };
    return receivePackage(transfer, file, watch);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #read(path: string): Promise<Envelope> {
    const { statusCode, body } = await this.#request(path, {});
    try {
      return openEnvelope(this.address, statusCode, await textOf(this.address, body));
    } catch (error) {
      throw this.#explained(error);
    }
  }

  async #part(
    { appCode, version, sha256 }: WantedPackage,
    from: number,
    signal: AbortSignal | undefined,
  ): Promise<Part> {
    const path = `/packages/${encodeURIComponent(appCode)}/${encodeURIComponent(version)}`;
    const range = { range: `bytes=${from}-`, 'if-range': `"${sha256}"` };
    const { statusCode, headers, body } = await this.#request(path, from === 0 ? {} : range, signal);
    const type = String(headers['content-type'] ?? '');
    if (statusCode === 206) {
      const [, start, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
      if (Number(start) === from) return { start: from, size: Number(size), content: body };
    } else if (statusCode === 200 && /^application\/(zip|octet-stream)\b/.test(type)) {
      const length = headers['content-length'];
      return { start: 0, size: length === undefined ? undefined : Number(length), content: body };
    }
    openEnvelope(this.address, statusCode, await textOf(this.address, body));
    throw answerInvalid(this.address, `HTTP ${statusCode} of type ${type || 'unknown'} instead of a package`);
  }

  async #request(
    path: string,
    headers: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const { token } = this.#options;
    let response: Dispatcher.ResponseData;
    try {
      response = await request(`${this.address}/app/catalog${path}`, {
        dispatcher: this.#agent,
        ...(signal ? { signal } : {}),
        headers: {
          accept: 'application/json, application/zip',
          'accept-encoding': 'identity',
          ...(token === '' ? {} : { [TOKEN_HEADER]: token }),
          ...headers,
        },
      });
    } catch (error) {
      throw this.#explained(error);
    }
    const { statusCode } = response;
    if (statusCode < 300 || statusCode >= 400) return response;
    await response.body.dump().catch(() => undefined);
    throw redirected(this.address, statusCode, String(response.headers.location ?? ''));
  }

  #explained(error: unknown): unknown {
    if (error instanceof PlatformError) return error;
    const { connectTimeoutMs, readTimeoutMs } = this.#options;
    if (error instanceof errors.ConnectTimeoutError)
      return tooSlow(this.address, 'connect', connectTimeoutMs);
    if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
      return tooSlow(this.address, 'read', readTimeoutMs);
    }
    return unreachable(this.address, error);
  }
}

/** True for errors of the network, which another attempt may fix; an answer is final. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof PlatformError)) return true;
  return error.code === 'CATALOG_UNREACHABLE' || error.code === 'CATALOG_TIMEOUT';
}

async function textOf(address: string, body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw answerInvalid(address, `its response exceeds ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
