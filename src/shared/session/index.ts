export { createAuthApi, type Credentials, type SessionInfo } from './auth-api.ts';
export {
  createReauthentication,
  proofKey,
  reauthenticationKey,
  useProof,
  useReauthentication,
  type Reauthentication,
} from './reauthentication.ts';
export { sessionServiceKey, useSessionService, type SessionService } from './session-service.ts';
export { useSessionStore } from './session-store.ts';
export { createSessionMarks, readCookie, type SessionMarks } from './session-mark.ts';
