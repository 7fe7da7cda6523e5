import { PlatformError } from '@platform/plugin-sdk/core';
import type { FastifyInstance } from 'fastify';

/** Deeper than any record, and shallow enough for recursive readers. */
const MOST_DEPTH = 200;

/** Also those of tools that monitor hosts. */
const JSON_TYPES = [
  'application/json',
  'application/vnd.spring-boot.actuator.v2+json',
  'application/vnd.spring-boot.actuator.v3+json',
];

/**
 * Reads JSON bodies as Fastify does (without `__proto__` and `constructor`). Refuses bodies whose
 * nesting would exhaust the stack of a validator or of `JSON.stringify`.
 *
 * @throws BODY_TOO_DEEP (400)
 */
export function acceptJson(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  instance.removeContentTypeParser('application/json');
  for (const type of JSON_TYPES) {
    instance.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, body, done) => {
      if (body.length > 2 * MOST_DEPTH && depthOf(body) > MOST_DEPTH) done(tooDeep());
      else void parse(request, body, done);
    });
  }
}

/** Nesting depth of a JSON text; brackets within strings do not count. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === BRACKET || code === BRACE) deepest = Math.max(deepest, (depth += 1));
    else if (code === BRACKET + 2 || code === BRACE + 2) depth -= 1;
  }
  return deepest;
}

const [QUOTE, BACKSLASH, BRACKET, BRACE] = [0x22, 0x5c, 0x5b, 0x7b];

function tooDeep(): PlatformError {
  return new PlatformError({
    code: 'BODY_TOO_DEEP',
    status: 400,
    message: `The request body is nested more than ${MOST_DEPTH} levels deep.`,
    fix: 'Send a flatter body, or a file.',
  });
}
