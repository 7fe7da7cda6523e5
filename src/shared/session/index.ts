export {
  createAuthApi,
  type Enrolment,
  type LoginResult,
  type OwnSession,
  type Proof,
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
export { useSessionStore } from './session-store.ts';
export { createSessionMarks, readCookie, type SessionMarks } from './session-mark.ts';
