import { isApiError } from '@/shared/http';
import type { SessionInfo } from '@/shared/session';

interface EnterOptions {
  readonly readProfile: () => Promise<SessionInfo>;
  readonly loadMenus: () => Promise<void>;
  readonly leaveTenant: () => Promise<void>;
  /** Says that the tenant that was looked into is gone. */
  readonly onLeft: () => void;
}

/**
 * Reads who is logged in, and their menus. A tenant that was looked into and has ended meanwhile is
 * left, since nothing of it can be shown. (design 12.1-4)
 */
export async function enterSession(options: EnterOptions): Promise<SessionInfo> {
  const read = async () => (await Promise.all([options.readProfile(), options.loadMenus()]))[0];
  try {
    return await read();
  } catch (error) {
    if (!isApiError(error, 'ACTING_ENDED')) throw error;
    await options.leaveTenant();
    options.onLeft();
    return read();
  }
}
