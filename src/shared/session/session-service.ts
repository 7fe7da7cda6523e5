import type { InjectionKey } from 'vue';
import { inject } from 'vue';
import type { Credentials, Enrolment, Proof } from './auth-api.ts';

/** What a login still needs. */
export interface LoginStep {
  readonly next: 'totp' | 'enrol';
  readonly ticket: string;
  /** With `enrol`. */
  readonly enrolment?: Enrolment | undefined;
}

/** Login and logout for pages. The app folder implements it. */
export interface SessionService {
  /**
   * Returns the step that is still needed, if any.
   *
   * @throws {@link ApiError} with the server's reason
   */
  login(credentials: Credentials): Promise<LoginStep | undefined>;
  /**
   * Ends a login with a code. Returns the recovery codes where it has set up an authenticator.
   *
   * @throws {@link ApiError} with the server's reason
   */
  second(ticket: string, code: string): Promise<readonly string[] | undefined>;
  /** Ends the session on the server and leaves to the login page. */
  logout(): Promise<void>;
  /**
   * Confirms password or code and resumes waiting requests. @throws {@link ApiError} with the
   * server's reason
   */
  prove(proof: Proof): Promise<void>;
  changePassword(oldPassword: string, newPassword: string): Promise<void>;
}

export const sessionServiceKey: InjectionKey<SessionService> = Symbol('session-service');

export function useSessionService(): SessionService {
  const service = inject(sessionServiceKey);
  if (!service) throw new Error('The application was mounted without sessionServiceKey.');
  return service;
}
