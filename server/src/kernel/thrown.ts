import { inspect, types } from 'node:util';

/** Longest text that is read from a thrown value, in characters. */
const LONGEST = 10_000;
/** Longer chains of causes are cut. */
const LONGEST_CHAIN = 10;

/**
 * Functions that read thrown values. JavaScript can throw anything: a symbol, a revoked proxy, an
 * error of another realm, one whose `stack` getter throws. None of these functions throws, and no
 * text is longer than 10,000 characters. (design 3.4)
 */

/** Whether a value is an error of any realm; proxies of errors are not. */
export function isError(thrown: unknown): thrown is Error {
  return types.isNativeError(thrown) || isA(thrown, Error);
}

/** `instanceof` that never throws. */
export function isA<T>(thrown: unknown, type: abstract new (...args: never[]) => T): thrown is T {
  try {
    return !types.isProxy(thrown) && thrown instanceof type;
  } catch {
    return false;
  }
}

/** Reads a property; undefined when its getter or trap fails. */
export function propertyOf(thrown: unknown, name: string): unknown {
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) return undefined;
  try {
    return (thrown as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** A thrown value as text: an error's message, a string itself, other values as Node shows them. */
export function reasonOf(thrown: unknown): string {
  if (isError(thrown)) return textProperty(thrown, 'message') || reasonsTogether(thrown) || nameOf(thrown);
  return cut(typeof thrown === 'string' ? thrown : shown(thrown));
}

/** The error itself; for another value, which has no stack, one that says where it came from. */
export function errorFrom(thrown: unknown, origin: string): Error {
  if (isError(thrown)) return thrown;
  const text = typeof thrown === 'string' ? JSON.stringify(reasonOf(thrown)) : reasonOf(thrown);
  const error = new Error(`${text} was thrown by ${origin}. It is no Error, so that its place is unknown.`);
  error.stack = `Error: ${error.message}`;
  return error;
}

/** Name of an error's class, or the type of another value. */
export function nameOf(thrown: unknown): string {
  if (!isError(thrown)) return thrown === null ? 'null' : typeof thrown;
  return textProperty(thrown, 'name') || 'Error';
}

/** Stack of an error; empty when it cannot be read. */
export function stackOf(thrown: unknown): string {
  return isError(thrown) ? (textProperty(thrown, 'stack') ?? '') : '';
}

/** Code of an error, such as `ENOENT`, or of a PlatformError; empty without one. */
export function codeOf(thrown: unknown): string {
  const code = isError(thrown) ? propertyOf(thrown, 'code') : undefined;
  return typeof code === 'string' || typeof code === 'number' ? cut(String(code)) : '';
}

/** Whether a file or folder was not there. */
export const isMissing = (thrown: unknown): boolean => codeOf(thrown) === 'ENOENT';

/** For `.catch`: `value` in place of a file or folder that is not there. */
export const ignoreMissing =
  <T>(value: T) =>
  (thrown: unknown): T => {
    if (isMissing(thrown)) return value;
    throw thrown;
  };

/** A thrown value and its causes, the innermost last; stops at a cycle. */
export function causesOf(thrown: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let each = thrown; chain.length < LONGEST_CHAIN; each = propertyOf(each, 'cause')) {
    if (each === undefined || chain.includes(each)) break;
    chain.push(each);
    if (!isError(each)) break;
  }
  return chain;
}

/** Node reports the failure of several addresses as one error without a message. */
function reasonsTogether(error: Error): string {
  return errorsOf(error)
    .map((each) => (isError(each) ? textProperty(each, 'message') || nameOf(each) : shown(each)))
    .join('; ');
}

/** The first errors of an AggregateError. */
export function errorsOf(thrown: unknown): unknown[] {
  const errors = propertyOf(thrown, 'errors');
  try {
    return Array.isArray(errors) ? errors.slice(0, LONGEST_CHAIN) : [];
  } catch {
    return [];
  }
}

function textProperty(error: Error, name: string): string | undefined {
  const text = propertyOf(error, name);
  return typeof text === 'string' ? cut(text) : undefined;
}

/** Shows a value without calling its getters, `toString` or traps. */
function shown(value: unknown): string {
  try {
    return inspect(value, {
      customInspect: false,
      depth: 1,
      maxArrayLength: 10,
      maxStringLength: 1_000,
      breakLength: Infinity,
    });
  } catch {
    return `a value that cannot be shown (${typeof value})`;
  }
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
