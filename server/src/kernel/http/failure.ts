import { PlatformError } from '@platform/plugin-sdk/core';
import { codeOf, isA, isError, nameOf, propertyOf, reasonOf } from '../thrown.ts';
import type { ErrorEnvelope } from './envelope.ts';

const VALID_JSON = 'Send valid JSON, or no body and no content-type where the route needs none.';

/** Fastify's own errors, in the platform's vocabulary. */
const translated: Readonly<Record<string, { code: string; status: number; message: string; fix: string }>> = {
  FST_ERR_BAD_URL: {
    code: 'URL_MALFORMED',
    status: 400,
    message: 'The address of the request is malformed.',
    fix: 'Write % as %25, and each byte after % as two hexadecimal digits.',
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    code: 'URL_TOO_LONG',
    status: 414,
    message: "A segment of the request's address is too long.",
    fix: 'Shorten it, or name fewer records at once.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'BODY_TOO_LARGE',
    status: 413,
    message: 'The request body is too large.',
    fix: 'Send less at once.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'MEDIA_TYPE_UNSUPPORTED',
    status: 415,
    message: 'This route does not accept the content type of the request.',
    fix: 'Send JSON with content-type application/json.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    code: 'BODY_NOT_JSON',
    status: 400,
    message: 'The request body is not valid JSON.',
    fix: VALID_JSON,
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'BODY_INCOMPLETE',
    status: 400,
    message: 'The length of the request body differs from content-length.',
    fix: 'Send the whole body again.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: 'BODY_NOT_JSON',
    status: 400,
    message: 'The request body is empty.',
    fix: VALID_JSON,
  },
};

/** Node's error when the client leaves while its body is read. */
const cutOff = {
  code: 'BODY_INCOMPLETE',
  status: 400,
  message: 'The request ended before its body was complete.',
  fix: 'Send the whole body again.',
};

/**
 * Converts any thrown value to a {@link PlatformError} that can be read, answered and logged. An
 * unknown one becomes `INTERNAL_ERROR`, without its text.
 */
export function toPlatformError(thrown: unknown): PlatformError {
  if (isPlatformError(thrown)) return isSound(thrown) ? thrown : repaired(thrown);
  const known = isCutOff(thrown) ? cutOff : translationOf(codeOf(thrown));
  if (known) return new PlatformError({ ...known, cause: thrown });
  if (isA(thrown, SyntaxError) && propertyOf(thrown, 'statusCode') !== undefined) {
    return new PlatformError({
      code: 'BODY_NOT_JSON',
      status: 400,
      message: 'The request body is not valid JSON.',
      fix: VALID_JSON,
      cause: thrown,
    });
  }
  if (isDiskFull(thrown)) {
    const reason = reasonOf(thrown).replace(/, \w+ '.*'$/, '');
    return new PlatformError({
      code: 'DISK_FULL',
      status: 507,
      message: `The disk is full: ${reason}.`,
      details: { params: { reason } },
      fix: 'Free space on the disk of platform.data-dir, then try again.',
      cause: thrown,
    });
  }
  return new PlatformError({
    code: 'INTERNAL_ERROR',
    status: 500,
    message: 'An unexpected error occurred on the server.',
    fix: 'Give the request id to the operator of the platform. The log contains the cause.',
    cause: thrown,
    details: { params: { case: 'unexpected' } },
  });
}

const translationOf = (code: string): (typeof translated)[string] | undefined =>
  Object.hasOwn(translated, code) ? translated[code] : undefined;

/** Whether a file system or SQLite (primary code 13) reports a full disk. */
function isDiskFull(thrown: unknown): boolean {
  if (!isError(thrown)) return false;
  const errcode = propertyOf(thrown, 'errcode');
  return (
    ['ENOSPC', 'EDQUOT'].includes(codeOf(thrown)) || (typeof errcode === 'number' && (errcode & 0xff) === 13)
  );
}

/** A lost connection has a status only when Fastify was reading the body. */
function isCutOff(thrown: unknown): boolean {
  return codeOf(thrown) === 'ECONNRESET' && propertyOf(thrown, 'statusCode') === 400;
}

/**
 * Checks the shape, so that an application with another copy of the SDK still responds with its own
 * code.
 */
function isPlatformError(thrown: unknown): thrown is PlatformError {
  if (isA(thrown, PlatformError)) return true;
  return isError(thrown) && nameOf(thrown) === 'PlatformError' && propertyOf(thrown, 'status') !== undefined;
}

const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 400 && (value as number) <= 599;

/** Whether the fields have their declared types and are no getters. */
function isSound(error: PlatformError): boolean {
  const own = (name: string): unknown => Object.getOwnPropertyDescriptor(error, name)?.value;
  const fix = own('fix');
  return (
    typeof own('code') === 'string' &&
    typeof own('message') === 'string' &&
    isStatus(own('status')) &&
    (typeof fix === 'string' || (fix === undefined && propertyOf(error, 'fix') === undefined))
  );
}

function repaired(thrown: PlatformError): PlatformError {
  const [status, fix] = [propertyOf(thrown, 'status'), propertyOf(thrown, 'fix')];
  return new PlatformError({
    code: codeOf(thrown) || 'INTERNAL_ERROR',
    status: isStatus(status) ? status : 500,
    message: reasonOf(thrown),
    ...(typeof fix === 'string' ? { fix } : {}),
    details: propertyOf(thrown, 'details'),
    cause: thrown,
  });
}

export function errorEnvelope(error: PlatformError, requestId: string): ErrorEnvelope {
  const details = asJson(propertyOf(error, 'details'));
  return {
    code: error.status,
    msg: error.message,
    error: error.code,
    requestId,
    ...(details === undefined ? {} : { details }),
    ...(error.fix === undefined ? {} : { fix: error.fix }),
  };
}

/** The value after a round trip through JSON; undefined when that fails. */
function asJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value)) as unknown;
  } catch {
    return undefined;
  }
}
