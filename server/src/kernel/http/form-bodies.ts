import type { FastifyInstance } from 'fastify';
import { PlatformError } from '@platform/plugin-sdk/core';
import type { Route } from './route.ts';

const FORM = 'application/x-www-form-urlencoded';

/**
 * Reads the text fields of forms, for routes that consume them: pages of other sites can send forms
 * without asking, so that every other route refuses them unread.
 *
 * @throws MEDIA_TYPE_UNSUPPORTED (415) at other routes
 */
export function acceptForms(instance: FastifyInstance): void {
  instance.addContentTypeParser<string>(FORM, { parseAs: 'string' }, (request, body, done) => {
    const { consumes } = request.routeOptions.config as Pick<Route, 'consumes'>;
    if (consumes !== FORM) return done(unsupported());
    // Without a prototype, so that no name of a field means more than the field.
    done(null, Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(body))));
  });
}

const unsupported = (): PlatformError =>
  new PlatformError({
    code: 'MEDIA_TYPE_UNSUPPORTED',
    status: 415,
    message: 'This route does not accept the content type of the request.',
    fix: 'Send JSON with content-type application/json.',
  });
