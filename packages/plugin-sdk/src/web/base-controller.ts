import { PlatformError, R, type Page } from '../core/index.ts';

/** Base class of controllers with the shared response helpers. (design 3.2) */
export abstract class BaseController {
  protected ok(): R<null>;
  protected ok<T>(data: T, message?: string): R<T>;
  protected ok(data: unknown = null, message?: string): R {
    return R.ok(data, message);
  }

  /** Ends the request with an error. @param status HTTP status, 400 to 599 */
  protected fail(message: string, status = 400): never {
    throw new PlatformError({ code: 'REQUEST_FAILED', status, message });
  }

  /** A list's answer. @param total number of all rows, of which `rows` is one page */
  protected page<T>(rows: readonly T[], total: number): Page<T> {
    return { total, rows };
  }
}
