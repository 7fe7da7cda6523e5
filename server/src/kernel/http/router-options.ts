/**
 * Options of every router that finds a route by its path: Fastify's, and the one of direct answers.
 */
export const ROUTER_OPTIONS = {
  ignoreTrailingSlash: true,
  // Two hundred identifiers of sixteen digits, as paths of several records take them, with commas.
  maxParamLength: 3_400,
} as const;
