export { LEGACY, type Left, type Legacy } from './legacy.ts';
export { RelayedSiblings } from './relayed-siblings.ts';
export { SIBLINGS, question, type Sibling, type Siblings } from './siblings.ts';
