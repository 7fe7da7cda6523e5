export { localeNames, locales, negotiateLocale, type Locale } from './locales.ts';
export {
  createI18nService,
  i18nServiceKey,
  useI18nService,
  type I18nService,
  type MessageCatalog,
  type MessageLoader,
  type MessageTree,
} from './service.ts';
