export type { Enrolment } from './authenticator.ts';
export { FactorPolicies } from './factor-policy.ts';
export { FactorStore } from './factor-store.ts';
export { codeWrong } from './failures.ts';
export { SecondFactor } from './second-factor.ts';
