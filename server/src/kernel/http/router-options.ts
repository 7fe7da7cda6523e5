/**
 * Options of every router that finds a route by its path: Fastify's, and the one of direct answers.
 */
export const ROUTER_OPTIONS = { ignoreTrailingSlash: true, maxParamLength: 512 } as const;
