export { factFor, factKey, inheritedFacts, ownFact, type AbstractClass, type FactKey } from './facts.ts';
