import type { RemoteErrorCode, RemoteStage } from '../errors.ts';
import { messageOf, RemoteError } from '../errors.ts';

/** Messages of browsers for a module, or an import of one, that could not be fetched. */
const FETCH_FAILED =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed|failed to load module script/i;
const ADDRESS = /https?:\/\/\S+/;

export interface Failure {
  code: RemoteErrorCode;
  stage: RemoteStage;
  app: string;
  thrown: unknown;
  /** The requested address, for errors that do not name one. */
  address?: string;
}

/**
 * Turns the error of a failed import into a {@link RemoteError}. Browsers do not report why a
 * module could not be fetched, so its address is requested once more for the status and the request
 * id.
 */
export async function diagnose(failure: Failure, fetchAddress: typeof fetch): Promise<RemoteError> {
  const { thrown, code, stage, app } = failure;
  if (thrown instanceof RemoteError) return thrown;
  const text = messageOf(thrown);
  if (!FETCH_FAILED.test(text)) return new RemoteError({ code, stage, app, message: text, cause: thrown });
  const address = ADDRESS.exec(text)?.[0] ?? failure.address;
  if (!address) return new RemoteError({ code, stage, app, message: text, cause: thrown, transient: true });
  return new RemoteError({ code, stage, app, cause: thrown, ...(await probe(address, fetchAddress)) });
}

async function probe(
  address: string,
  fetchAddress: typeof fetch,
): Promise<{ message: string; transient: boolean; status?: number; requestId?: string }> {
  const shown = new URL(address, globalThis.location.href);
  const file = shown.origin === globalThis.location.origin ? shown.pathname : shown.href;
  try {
    const response = await fetchAddress(address, { cache: 'no-store' });
    await response.body?.cancel();
    const status = response.status;
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const type = response.headers.get('content-type') ?? 'no content type';
    if (!response.ok) {
      return {
        message: `${file} answered ${status}`,
        transient: status >= 500 || status === 429,
        status,
        requestId,
      };
    }
    if (!/javascript/.test(type)) {
      return {
        message: `${file} answered ${type} instead of JavaScript`,
        transient: false,
        status,
        requestId,
      };
    }
    return {
      message: `${file}, or a module it imports, could not be fetched`,
      transient: true,
      status,
      requestId,
    };
  } catch {
    return { message: `${file} cannot be reached`, transient: true };
  }
}
