import type { FastifyInstance } from 'fastify';
import { PlatformError } from '@platform/plugin-sdk/core';
import type { Route } from './route.ts';

const FORM = 'application/x-www-form-urlencoded';

const XML = /^(?:text|application)\/(?:[\w.-]+\+)?xml\b/;

/**
 * Reads the text fields of forms, for routes that consume them: pages of other sites can send forms
 * without asking, so that every other route refuses them unread.
 *
 * @param callbacks open routes read forms and the text of XML too: that is how payment providers
 * and other systems call back
 * @throws MEDIA_TYPE_UNSUPPORTED (415) at other routes
 */
export function acceptForms(instance: FastifyInstance, callbacks: boolean): void {
  const calledBack = ({ auth }: Partial<Pick<Route, 'auth'>>): boolean => callbacks && auth === 'public';
  instance.addContentTypeParser<string>(FORM, { parseAs: 'string' }, (request, body, done) => {
    const route = request.routeOptions.config as Partial<Pick<Route, 'auth' | 'consumes'>>;
    if (route.consumes !== FORM && !calledBack(route)) return done(unsupported());
    // Without a prototype, so that no name of a field means more than the field.
    done(null, Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(body))));
  });
  if (!callbacks) return;
  instance.addContentTypeParser<string>(XML, { parseAs: 'string' }, (request, body, done) =>
    calledBack(request.routeOptions.config as Partial<Pick<Route, 'auth'>>)
      ? done(null, body)
      : done(unsupported()),
  );
}

const unsupported = (): PlatformError =>
  new PlatformError({
    code: 'MEDIA_TYPE_UNSUPPORTED',
    status: 415,
    message: 'This route does not accept the content type of the request.',
    fix: 'Send JSON with content-type application/json.',
  });
