import type { InjectionKey } from 'vue';
import { inject } from 'vue';
import type { Credentials, Enrolment, Proof } from './auth-api.ts';
import type { LockedPerson } from './shell-lock.ts';

/** Next step of a login. */
export interface LoginStep {
  readonly next: 'totp' | 'enrol' | 'password';
  readonly ticket: string;
  /** With `enrol`. */
  readonly enrolment?: Enrolment | undefined;
}

export interface SecondResult {
  readonly recoveryCodes?: readonly string[] | undefined;
  readonly step?: LoginStep | undefined;
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
   * Begins the session of a login that an OpenID provider has confirmed, or returns the step that
   * is still needed.
   *
   * @throws {@link ApiError} with the server's reason
   */
  loginWith(provider: string): Promise<LoginStep | undefined>;
  /**
   * Goes on with a code. Returns the recovery codes where it has set up an authenticator, and the
   * step that is still needed.
   *
   * @throws {@link ApiError} with the server's reason
   */
  second(ticket: string, code: string): Promise<SecondResult>;
  /**
   * Ends a login whose password has expired.
   *
   * @throws {@link ApiError} with the server's reason
   */
  renewPassword(ticket: string, newPassword: string): Promise<void>;
  /** Ends the session, at its login provider too where that is so configured, and leaves. */
  logout(): Promise<void>;
  /**
   * Confirms password or code and resumes waiting requests. @throws {@link ApiError} with the
   * server's reason
   */
  prove(proof: Proof): Promise<void>;
  /**
   * Takes what a login provider has confirmed as the proof, and resumes waiting requests.
   *
   * @throws {@link ApiError} with the server's reason
   */
  proveWith(provider: string): Promise<void>;
  /** Locks the shell in all tabs of the browser. This one loads a page that knows nothing. */
  lock(): void;
  /** User whose shell is locked. */
  lockedPerson(): LockedPerson | undefined;
  /**
   * Unlocks with password or code.
   *
   * @throws {@link ApiError} with the server's reason
   */
  unlock(proof: Proof): Promise<void>;
  /**
   * Unlocks with what a login provider has confirmed.
   *
   * @throws {@link ApiError} with the server's reason
   */
  unlockWith(provider: string): Promise<void>;
  /** The own profile was changed: what the shell shows of it follows. */
  personChanged(): Promise<void>;
  changePassword(oldPassword: string, newPassword: string): Promise<void>;
  /**
   * Looks into a tenant, and loads the shell again for it. (design 12.1-4)
   *
   * @throws {@link ApiError} with the server's reason
   */
  enterTenant(tenantId: string): Promise<void>;
  /**
   * Lets requests change data of the tenant that is looked into, or forbids it again.
   *
   * @throws {@link ApiError} with the server's reason
   */
  allowChanges(mayWrite: boolean): Promise<void>;
  /** Works in the own tenant again, and loads the shell again for it. */
  leaveTenant(): Promise<void>;
}

export const sessionServiceKey: InjectionKey<SessionService> = Symbol('session-service');

export function useSessionService(): SessionService {
  const service = inject(sessionServiceKey);
  if (!service) throw new Error('The application was mounted without sessionServiceKey.');
  return service;
}
