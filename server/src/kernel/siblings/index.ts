export { LEGACY, type Left, type Legacy } from './legacy.ts';
export { RelayedSiblings } from './relayed-siblings.ts';
export { SIBLINGS, question, type Question, type Sibling, type Siblings } from './siblings.ts';
