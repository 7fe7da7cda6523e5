import { inspect, types } from 'node:util';

/** Longest text that is read of a thrown value, in characters. */
const LONGEST = 10_000;
/** A longer chain of causes is cut. */
const LONGEST_CHAIN = 10;

/**
 * Reading of thrown values. JavaScript can throw anything: a symbol, a revoked proxy, an error of another realm, one whose
 * `stack` getter throws. Nothing here throws, and no text is longer than 10,000 characters. (design 3.4)
 */

/** Whether a value is an error, of this realm or another; a proxy that answers for one is not. */
export function isError(thrown: unknown): thrown is Error {
  return types.isNativeError(thrown) || isA(thrown, Error);
}

/** `instanceof`, of anything. */
export function isA<T>(thrown: unknown, type: abstract new (...args: never[]) => T): thrown is T {
  try {
    return !types.isProxy(thrown) && thrown instanceof type;
  } catch {
    return false;
  }
}

/** A property, whatever its getter or trap does; undefined where it cannot be read. */
export function propertyOf(thrown: unknown, name: string): unknown {
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) return undefined;
  try {
    return (thrown as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** What was thrown, in one text for people: an error's message, a text itself, anything else as Node shows it. */
export function reasonOf(thrown: unknown): string {
  if (isError(thrown)) return textProperty(thrown, 'message') || reasonsTogether(thrown) || nameOf(thrown);
  return cut(typeof thrown === 'string' ? thrown : shown(thrown));
}

/** The name of an error's class, else what kind of value it is. */
export function nameOf(thrown: unknown): string {
  if (!isError(thrown)) return thrown === null ? 'null' : typeof thrown;
  return textProperty(thrown, 'name') || 'Error';
}

/** The stack of an error; empty where there is none that can be read. */
export function stackOf(thrown: unknown): string {
  return isError(thrown) ? (textProperty(thrown, 'stack') ?? '') : '';
}

/** Code of an error, such as `ENOENT`, or of a PlatformError; empty where there is none. */
export function codeOf(thrown: unknown): string {
  const code = isError(thrown) ? propertyOf(thrown, 'code') : undefined;
  return typeof code === 'string' || typeof code === 'number' ? cut(String(code)) : '';
}

/** A thrown value and what caused it, the innermost last; cycles end it. */
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

/** The first errors that one error stands for. */
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

/** Without running code of the value: getters, `toString` and traps stay uncalled. */
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
