import { LoginHelper } from '@platform/plugin-sdk/auth';
import { hasPermission, PlatformError, requestContext, type LoginUser } from '../../kernel/index.ts';

/** {@link LoginHelper} from the context of the request. (design 9.7-51) */
export class ContextLoginHelper extends LoginHelper {
  current(): LoginUser | undefined {
    return requestContext.current()?.user;
  }

  require(): LoginUser {
    const user = this.current();
    if (user) return user;
    throw new PlatformError({
      code: 'UNAUTHENTICATED',
      status: 401,
      message: 'A login is needed.',
      fix: 'Send Authorization: Bearer with a token from POST /auth/login.',
    });
  }

  has(permission: string): boolean {
    return hasPermission(this.current(), permission);
  }
}
