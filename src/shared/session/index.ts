export { createAuthApi, type Credentials } from './auth-api.ts';
export {
  createReauthentication,
  reauthenticationKey,
  useReauthentication,
  type Reauthentication,
} from './reauthentication.ts';
export { sessionServiceKey, useSessionService, type SessionService } from './session-service.ts';
export { useSessionStore } from './session-store.ts';
export { createTokenStorage, type TokenStorage } from './token-storage.ts';
