import type { MessageCatalog, MessageTree } from '@/shared/i18n';
import { locales } from '@/shared/i18n';

type Loaders = Record<string, () => Promise<MessageTree>>;

const features = import.meta.glob('../../features/*/i18n/*.ts', { import: 'default' }) as Loaders;
const shared = import.meta.glob('../../shared/i18n/messages/*.ts', { import: 'default' }) as Loaders;
const app = import.meta.glob('./messages/*.ts', { import: 'default' }) as Loaders;

/**
 * All messages in every language: each feature's `i18n/<language>.ts`, `shared`, and `app`, which
 * belongs to the frame.
 */
export function createMessageCatalog(): MessageCatalog {
  const names = new Set(Object.keys(features).map((file) => file.split('/').at(-3) ?? ''));
  const own = Object.fromEntries(
    [...names].map((name) => [
      name,
      byLocale(features, (locale) => `../../features/${name}/i18n/${locale}.ts`),
    ]),
  );
  return {
    ...own,
    shared: byLocale(shared, (locale) => `../../shared/i18n/messages/${locale}.ts`),
    app: byLocale(app, (locale) => `./messages/${locale}.ts`),
  };
}

function byLocale(loaders: Loaders, file: (locale: string) => string) {
  return Object.fromEntries(locales.map((locale) => [locale, loaders[file(locale)]]));
}
