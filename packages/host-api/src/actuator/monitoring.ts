import type { RouteSchema } from '@platform/plugin-sdk/web';
import { contract, type Method } from '../contract/index.ts';

/** Media type that tools for Spring Boot's actuator expect. */
export const ACTUATOR_JSON = 'application/vnd.spring-boot.actuator.v3+json';

/** A monitoring endpoint that answers JSON, as Spring Boot's does. */
export const monitoring = <const M extends Method, const U extends string, const S extends RouteSchema>(
  method: M,
  url: U,
  summary: string,
  schema: S,
) => contract({ method, url, auth: 'monitoring', summary, schema, produces: ACTUATOR_JSON });
