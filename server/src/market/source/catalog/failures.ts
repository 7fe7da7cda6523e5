import { PlatformError } from '../../../kernel/index.ts';

/*
 * `details.params` holds the values of a message, so that a shell can translate it.
 */

const SETTINGS =
  'Check app-market.catalog.base-url, and that the publisher is running and reachable from here.';

export function notConfigured(): PlatformError {
  return new PlatformError({
    code: 'CATALOG_NOT_CONFIGURED',
    status: 503,
    message: 'This user edition has no catalog configured.',
    fix: 'Set app-market.catalog.base-url and app-market.catalog.token, or base-url to a folder written by packager export-catalog.',
    details: { params: {} },
  });
}

export function unreachable(address: string, cause: unknown): PlatformError {
  const reason = reasonOf(cause);
  return new PlatformError({
    code: 'CATALOG_UNREACHABLE',
    status: 503,
    message: `The catalog at ${address} cannot be reached: ${reason}. Installed applications keep working.`,
    fix: SETTINGS,
    details: { params: { address, reason } },
    cause,
  });
}

export function tooSlow(address: string, what: 'connect' | 'read', milliseconds: number): PlatformError {
  const did = what === 'connect' ? 'accept a connection' : 'answer';
  return new PlatformError({
    code: 'CATALOG_TIMEOUT',
    status: 504,
    message: `The catalog at ${address} did not ${did} within ${milliseconds} ms.`,
    fix: `${SETTINGS} app-market.catalog.${what}-timeout-ms sets the limit.`,
    details: { params: { address, what, milliseconds } },
  });
}

export function redirected(address: string, status: number, location: string): PlatformError {
  return new PlatformError({
    code: 'CATALOG_REDIRECTED',
    details: { params: { address, status } },
    status: 502,
    message: `The catalog at ${address} redirected with ${status} to ${location || 'another address'}; the token is not sent there.`,
    fix: 'Set app-market.catalog.base-url to the new address, if that is the publisher.',
  });
}

/** The address answers, but not as a catalog. */
export function answerInvalid(address: string, why: string): PlatformError {
  return new PlatformError({
    code: 'CATALOG_ANSWER_INVALID',
    details: { params: { address, why } },
    status: 502,
    message: `The response of ${address} is not a catalog: ${why}.`,
    fix: "Set app-market.catalog.base-url to the publisher's API address. On its frontend port it ends with /prod-api.",
  });
}

/** Passes the publisher's own refusal on. */
export function refused(
  address: string,
  code: number,
  error: string | undefined,
  message: string,
): PlatformError {
  const details = { catalog: address, code, error };
  switch (error) {
    case 'CATALOG_TOKEN_INVALID':
      return new PlatformError({
        code: 'CATALOG_TOKEN_INVALID',
        status: 502,
        message,
        fix: "Issue a token in the publisher's console, and set it as app-market.catalog.token.",
        details: { ...details, params: { address } },
      });
    case 'APP_NOT_FOUND':
    case 'VERSION_NOT_FOUND':
      return new PlatformError({
        code: error,
        status: 404,
        message,
        fix: 'Reload the market: it is no longer offered.',
        details,
      });
    default:
      return new PlatformError({
        code: 'CATALOG_REFUSED',
        status: 502,
        message: `The catalog at ${address} refused with ${error ?? code}: ${message}`,
        fix: "Check the publisher's log.",
        details: { ...details, params: { address, error: error ?? code, message } },
      });
  }
}

export function transferBroken(
  address: string,
  received: number,
  size: number,
  cause: unknown,
): PlatformError {
  const reason = reasonOf(cause);
  return new PlatformError({
    code: 'CATALOG_TRANSFER_BROKEN',
    status: 502,
    message: `The transfer from ${address} was interrupted repeatedly, last at ${received} of ${size} bytes: ${reason}.`,
    fix: 'Check the network between this host and the publisher, then start again.',
    details: { params: { address, received, size, reason } },
    cause,
  });
}

/** @param why difference between the package and the catalog's entry */
export function packageMismatch(address: string, why: string, details?: object): PlatformError {
  return new PlatformError({
    code: 'CATALOG_PACKAGE_MISMATCH',
    status: 502,
    message: `The package from ${address} differs from the catalog's entry: ${why}. It was discarded.`,
    fix: 'Try again. If it happens again, report it to the publisher.',
    details: { ...details, params: { address, why } },
  });
}

export function folderInvalid(folder: string, why: string, cause?: unknown): PlatformError {
  return new PlatformError({
    code: 'CATALOG_FOLDER_INVALID',
    details: { params: { folder, why } },
    status: 503,
    message: `The catalog in ${folder} cannot be used: ${why}.`,
    fix: 'Copy the whole folder written by packager export-catalog, and check that the host can read it.',
    cause,
  });
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { code } = cause as { code?: unknown };
  const inner = cause instanceof AggregateError ? (cause.errors[0] as unknown) : undefined;
  if (inner instanceof Error) return reasonOf(inner);
  return typeof code === 'string' && !cause.message.includes(code)
    ? `${cause.message} (${code})`.trim()
    : cause.message || String(code);
}
