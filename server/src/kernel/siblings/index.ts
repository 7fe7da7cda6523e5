export { LEGACY, type Left, type Legacy } from './legacy.ts';
export { RelayedSiblings } from './relayed-siblings.ts';
export { SIBLINGS, question, type Answers, type Sibling, type Siblings, type Question } from './siblings.ts';
