import { PlatformError } from '../../../kernel/index.ts';

/*
 * `details.params` is what a message is filled with, so that a shell can say it in the language of whoever reads it.
 */

const SETTINGS =
  'Check app-market.catalog.base-url, and that the publisher runs and can be reached from here.';

export function notConfigured(): PlatformError {
  return new PlatformError({
    code: 'CATALOG_NOT_CONFIGURED',
    status: 503,
    message: 'This is a user edition, and no catalog is configured.',
    fix: 'Set app-market.catalog.base-url and app-market.catalog.token, or base-url to a folder that packager export-catalog wrote.',
    details: { params: {} },
  });
}

export function unreachable(address: string, cause: unknown): PlatformError {
  const reason = reasonOf(cause);
  return new PlatformError({
    code: 'CATALOG_UNREACHABLE',
    status: 503,
    message: `The catalog at ${address} cannot be reached: ${reason}. What is installed goes on working.`,
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
    fix: `${SETTINGS} app-market.catalog.${what}-timeout-ms sets the time.`,
    details: { params: { address, what, milliseconds } },
  });
}

export function redirected(address: string, status: number, location: string): PlatformError {
  return new PlatformError({
    code: 'CATALOG_REDIRECTED',
    details: { params: { address, status } },
    status: 502,
    message: `The catalog at ${address} answered ${status} and points to ${location || 'another address'}; the token is not taken there.`,
    fix: 'Set app-market.catalog.base-url to the address that it points to, if that is the publisher.',
  });
}

/** Something answered, and it was no catalog. */
export function answerInvalid(address: string, why: string): PlatformError {
  return new PlatformError({
    code: 'CATALOG_ANSWER_INVALID',
    details: { params: { address, why } },
    status: 502,
    message: `What answers at ${address} is no catalog: ${why}.`,
    fix: "Set app-market.catalog.base-url to the publisher's API address; through its frontend port it ends with /prod-api.",
  });
}

/** The publisher's own refusal, told on. */
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
        fix: 'Load the market again: it is not offered any more.',
        details,
      });
    default:
      return new PlatformError({
        code: 'CATALOG_REFUSED',
        status: 502,
        message: `The catalog at ${address} refused with ${error ?? code}: ${message}`,
        fix: "Look at the publisher's log.",
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
    message: `The transfer from ${address} broke off again and again, at last at ${received} of ${size} bytes: ${reason}.`,
    fix: 'Look at the network between here and the publisher, then start again.',
    details: { params: { address, received, size, reason } },
    cause,
  });
}

/** @param why how the package differs from what the catalog said of it */
export function packageMismatch(address: string, why: string, details?: object): PlatformError {
  return new PlatformError({
    code: 'CATALOG_PACKAGE_MISMATCH',
    status: 502,
    message: `The package from ${address} is not the one that the catalog names: ${why}. Nothing of it was kept.`,
    fix: 'Try again; if it stays so, tell the publisher: package and catalog disagree.',
    details: { ...details, params: { address, why } },
  });
}

export function folderInvalid(folder: string, why: string, cause?: unknown): PlatformError {
  return new PlatformError({
    code: 'CATALOG_FOLDER_INVALID',
    details: { params: { folder, why } },
    status: 503,
    message: `The catalog in ${folder} cannot be used: ${why}.`,
    fix: 'Copy the folder that packager export-catalog wrote there, whole, and check that the host may read it.',
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
