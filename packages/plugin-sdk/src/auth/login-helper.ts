import type { LoginUser } from './login-user.ts';

/** The user of the current work. (spec: Authentication 2; design 9.7-51) */
export abstract class LoginHelper {
  /** Undefined on open routes and outside of requests. */
  abstract current(): LoginUser | undefined;
  /** @throws UNAUTHENTICATED (401) when nobody is logged in */
  abstract require(): LoginUser;
  /** True when the user holds the permission, itself or through `*:*:*`. */
  abstract has(permission: string): boolean;
}
