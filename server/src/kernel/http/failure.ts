import { PlatformError } from '@platform/plugin-sdk/core';
import type { ErrorEnvelope } from './envelope.ts';

/** Fastify's own errors, in the platform's vocabulary. */
const translated: Readonly<Record<string, { code: string; status: number; message: string; fix?: string }>> =
  {
    FST_ERR_BAD_URL: {
      code: 'URL_MALFORMED',
      status: 400,
      message: 'The address of the request is malformed.',
      fix: 'Write % as %25, and each byte behind % as two hexadecimal digits.',
    },
    FST_ERR_MAX_PARAM_LENGTH: {
      code: 'URL_TOO_LONG',
      status: 414,
      message: 'A part of the address of the request is too long.',
    },
    FST_ERR_CTP_BODY_TOO_LARGE: {
      code: 'BODY_TOO_LARGE',
      status: 413,
      message: 'The request body is too large.',
    },
    FST_ERR_CTP_INVALID_MEDIA_TYPE: {
      code: 'MEDIA_TYPE_UNSUPPORTED',
      status: 415,
      message: 'The content type of the request is not accepted here.',
      fix: 'Send JSON with content-type application/json.',
    },
    FST_ERR_CTP_INVALID_JSON_BODY: {
      code: 'BODY_NOT_JSON',
      status: 400,
      message: 'The request body is not valid JSON.',
    },
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
      code: 'BODY_INCOMPLETE',
      status: 400,
      message: 'The request body is not as long as content-length says.',
      fix: 'Send the whole body again.',
    },
    // Node, of a request whose client went away while its body was read.
    ECONNRESET_OF_REQUEST: {
      code: 'BODY_INCOMPLETE',
      status: 400,
      message: 'The request ended before its body was complete.',
      fix: 'Send the whole body again.',
    },
    FST_ERR_CTP_EMPTY_JSON_BODY: {
      code: 'BODY_NOT_JSON',
      status: 400,
      message: 'The request body is empty.',
    },
  };

/** Any thrown value as a {@link PlatformError}; what is not known becomes `INTERNAL_ERROR` without its text. */
export function toPlatformError(thrown: unknown): PlatformError {
  if (isPlatformError(thrown)) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const known = translated[isCutOff(thrown) ? 'ECONNRESET_OF_REQUEST' : code];
  if (known) return new PlatformError({ ...known, cause: thrown });
  if (thrown instanceof SyntaxError && 'statusCode' in thrown) {
    return new PlatformError({
      code: 'BODY_NOT_JSON',
      status: 400,
      message: 'The request body is not valid JSON.',
      cause: thrown,
    });
  }
  if (isDiskFull(thrown)) {
    return new PlatformError({
      code: 'DISK_FULL',
      status: 507,
      message: `There is no room left on the disk: ${thrown.message.replace(/, \w+ '.*'$/, '')}.`,
      fix: 'Make room where platform.data-dir lies, then try again.',
      cause: thrown,
    });
  }
  return new PlatformError({
    code: 'INTERNAL_ERROR',
    status: 500,
    message: 'Something went wrong on the server.',
    fix: 'Give the request id to whoever operates the platform; the log has the cause.',
    cause: thrown,
  });
}

/** Of a file, or of SQLite: primary code 13. */
function isDiskFull(thrown: unknown): thrown is Error {
  if (!(thrown instanceof Error)) return false;
  const { code, errcode } = thrown as { readonly code?: unknown; readonly errcode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || (Number(errcode) & 0xff) === 13;
}

/** Only Fastify's reading of a body gives a lost connection a status. */
function isCutOff(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    'code' in thrown &&
    thrown.code === 'ECONNRESET' &&
    'statusCode' in thrown &&
    thrown.statusCode === 400
  );
}

/** By shape, so that an application built against another copy of the SDK still answers with its own code. */
function isPlatformError(thrown: unknown): thrown is PlatformError {
  if (thrown instanceof PlatformError) return true;
  return thrown instanceof Error && thrown.name === 'PlatformError' && 'status' in thrown && 'code' in thrown;
}

export function errorEnvelope(error: PlatformError, requestId: string): ErrorEnvelope {
  return {
    code: error.status,
    msg: error.message,
    error: error.code,
    requestId,
    ...(error.details === undefined ? {} : { details: error.details }),
    ...(error.fix === undefined ? {} : { fix: error.fix }),
  };
}
