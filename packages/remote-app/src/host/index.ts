export { createKeyMoves, type KeyMove } from '../ui/list/key-moves.ts';
export { createScopedI18n } from './scoped-i18n.ts';
export { uniqueNamesMark } from './unique-names.ts';
