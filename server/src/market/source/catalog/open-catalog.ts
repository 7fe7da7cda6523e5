import { fileURLToPath } from 'node:url';
import { PlatformError, type PlatformConfig } from '../../../kernel/index.ts';
import type { PackageInspector } from '../../packages/package-inspector.ts';
import type { CatalogReader } from './catalog-reader.ts';
import { notConfigured } from './failures.ts';
import { FileCatalog } from './file-catalog.ts';
import { HttpCatalog } from './http-catalog.ts';

/**
 * Opens the configured catalog: an HTTP address, or a folder as `file:` URL or path.
 *
 * @throws CONFIG_INVALID for any other base URL
 */
export function openCatalog(
  config: PlatformConfig['app-market']['catalog'],
  inspector: Pick<PackageInspector, 'read'>,
): CatalogReader {
  const base = config['base-url'].trim();
  if (base === '') return new NoCatalog();
  if (/^https?:\/\//i.test(base) && URL.canParse(base)) {
    return new HttpCatalog({
      baseUrl: base,
      token: config.token,
      connectTimeoutMs: config['connect-timeout-ms'],
      readTimeoutMs: config['read-timeout-ms'],
    });
  }
  if (/^file:\/\//i.test(base)) return new FileCatalog(fileURLToPath(base), inspector);
  if (!/^[a-z][a-z0-9+.-]+:/i.test(base)) return new FileCatalog(base, inspector);
  throw new PlatformError({
    code: 'CONFIG_INVALID',
    message: `app-market.catalog.base-url is neither an http(s) address nor a folder: ${base}`,
    fix: "Set it to the publisher's API address, or to a folder written by packager export-catalog.",
  });
}

/** Stands in until a catalog is configured. */
class NoCatalog implements CatalogReader {
  readonly address = '';
  readonly apps = () => Promise.reject(notConfigured());
  readonly page = () => Promise.reject(notConfigured());
  readonly app = () => Promise.reject(notConfigured());
  readonly versions = () => Promise.reject(notConfigured());
  readonly content = () => Promise.reject(notConfigured());
  readonly package = () => Promise.reject(notConfigured());
  readonly close = () => Promise.resolve();
}
