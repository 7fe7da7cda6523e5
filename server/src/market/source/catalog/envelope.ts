import type { Validator } from 'typebox/compile';
import { Value } from 'typebox/value';
import { Type, type Static, type TSchema } from '../../../kernel/index.ts';
import { answerInvalid, refused } from './failures.ts';

const envelope = Type.Object({
  code: Type.Integer(),
  msg: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  data: Type.Optional(Type.Unknown()),
  total: Type.Optional(Type.Integer({ minimum: 0 })),
  rows: Type.Optional(Type.Unknown()),
});

export type Envelope = Static<typeof envelope>;

/**
 * Parses the result envelope of an answer; HTTP 200 alone is not success.
 *
 * (spec: Errors, catalog remote answers 200 with an error envelope)
 *
 * @throws CATALOG_ANSWER_INVALID for any other body; the publisher's own error for an error
 *   envelope
 */
export function openEnvelope(address: string, status: number, body: string): Envelope {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    const page = /^\s*</.test(body);
    throw answerInvalid(address, `HTTP ${status} with ${page ? 'a web page' : 'a body that is not JSON'}`);
  }
  if (!Value.Check(envelope, value)) throw answerInvalid(address, `HTTP ${status} without a result envelope`);
  if (value.code === 200 && status < 300) return value;
  throw refused(
    address,
    value.code === 200 ? status : value.code,
    value.error,
    value.msg ?? 'no reason given',
  );
}

/** @throws CATALOG_ANSWER_INVALID naming the first invalid field */
export function checked<S extends TSchema>(
  address: string,
  form: Validator<Record<string, never>, S>,
  value: unknown,
): Static<S> {
  if (form.Check(value)) return value;
  const [first] = form.Errors(value);
  throw answerInvalid(address, `its data is invalid at ${first?.instancePath || '/'}`);
}
