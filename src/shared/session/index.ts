export {
  createAuthApi,
  type Enrolment,
  type LoginProvider,
  type LoginResult,
  type OwnSession,
  type Proof,
  type ProofWays,
  type SecondFactor,
  type SessionInfo,
} from './auth-api.ts';
export {
  createReauthentication,
  proofKey,
  reauthenticationKey,
  useProof,
  useReauthentication,
  type Reauthentication,
} from './reauthentication.ts';
export {
  sessionServiceKey,
  useSessionService,
  type LoginStep,
  type SessionService,
} from './session-service.ts';
export {
  announceReturn,
  followReturns,
  providerAddress,
  returnPath,
  type ProviderPurpose,
} from './provider-window.ts';
export { useLoginAddress } from './login-address.ts';
export { PLATFORM_TENANT } from './platform-tenant.ts';
export { useSessionStore } from './session-store.ts';
export { createShellLock, lockedPath, type LockedPerson, type ShellLock } from './shell-lock.ts';
export { createSessionMarks, readCookie, type SessionMarks } from './session-mark.ts';
