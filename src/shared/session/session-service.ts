import type { InjectionKey } from 'vue';
import { inject } from 'vue';
import type { Credentials } from './auth-api.ts';

/** Login and logout for pages. The app folder implements it. */
export interface SessionService {
  /** Throws {@link ApiError} with the server's reason. */
  login(credentials: Credentials): Promise<void>;
  /** Ends the session on the server and leaves to the login page. */
  logout(): Promise<void>;
  /**
   * Confirms the password and resumes waiting requests. @throws {@link ApiError} with the server's
   * reason
   */
  prove(password: string): Promise<void>;
  changePassword(oldPassword: string, newPassword: string): Promise<void>;
}

export const sessionServiceKey: InjectionKey<SessionService> = Symbol('session-service');

export function useSessionService(): SessionService {
  const service = inject(sessionServiceKey);
  if (!service) throw new Error('The application was mounted without sessionServiceKey.');
  return service;
}
