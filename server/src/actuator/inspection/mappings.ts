import type { Route } from '../../kernel/index.ts';
import type { ApplicationDescription } from '../../plugin-runtime/index.ts';
import { uriTemplate } from '../uri-template.ts';

type MediaTypes = Pick<Route, 'consumes' | 'produces'>;
type Mapped = Pick<Route, 'method' | 'url' | 'auth'> & MediaTypes & { readonly handler: string };

const conditions = (mediaType: string | undefined) =>
  mediaType === undefined ? [] : [{ mediaType, negated: false }];

const mapping = ({ method, url, auth, handler, consumes, produces }: Mapped) => {
  const pattern = uriTemplate(url);
  return {
    predicate: `{${method} [${pattern}]}`,
    handler,
    details: {
      access: auth,
      requestMappingConditions: {
        methods: [method],
        patterns: [pattern],
        params: [],
        headers: [],
        consumes: conditions(consumes),
        produces: conditions(produces),
      },
    },
  };
};

const mappingsOf = (name: string, routes: readonly Mapped[]) => ({
  mappings: {
    dispatcherServlets: { [name]: routes.map((route) => mapping(route)) },
    servletFilters: [],
    servlets: [],
  },
});

/** Routes with their handler and permission. */
export const hostMappings = (routes: readonly Route[]) =>
  mappingsOf(
    'platform',
    routes.map((route) => ({ ...route, handler: route.summary })),
  );

export const applicationMappings = ({ appCode, routes }: ApplicationDescription) =>
  mappingsOf(
    appCode,
    routes.map((route) => ({ ...route, method: route.method as Route['method'] })),
  );
