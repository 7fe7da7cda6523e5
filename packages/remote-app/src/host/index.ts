export { createScopedI18n } from './scoped-i18n.ts';
