import { ApiError } from '@/shared/http';

/** The publisher's catalog could not be read; this host itself answers. */
export function isOfCatalog(error: unknown): boolean {
  return error instanceof ApiError && error.code.startsWith('CATALOG_');
}
