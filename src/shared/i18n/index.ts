export { localeNames, locales, negotiateLocale, type Locale } from './locales.ts';
export {
  createI18nService,
  i18nServiceKey,
  useI18nService,
  type I18nService,
  type MessageCatalog,
  type MessageTree,
} from './service.ts';
