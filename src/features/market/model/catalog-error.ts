import { useI18n } from 'vue-i18n';
import { ApiError } from '@/shared/http';

/** The publisher's catalog could not be read; this host itself answers. */
export function isOfCatalog(error: unknown): boolean {
  return error instanceof ApiError && error.code.startsWith('CATALOG_');
}

/** A catalog's error in the person's language; undefined for other errors. */
export function useCatalogFailure(): (error: unknown) => string | undefined {
  const i18n = useI18n();
  return (error) => {
    if (!(error instanceof ApiError) || !isOfCatalog(error)) return undefined;
    const key = `market.catalog.failures.${error.code}`;
    return i18n.t(i18n.te(key) ? key : 'market.catalog.failed');
  };
}
