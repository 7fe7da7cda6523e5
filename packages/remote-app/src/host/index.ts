export { createScopedI18n } from './scoped-i18n.ts';
export { uniqueNamesMark } from './unique-names.ts';
