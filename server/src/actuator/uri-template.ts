/**
 * A route pattern as Spring writes it: `/app/{id}` for `/app/:id`, `/files/**` for `/files/*`.
 * Dashboards and tools for Spring Boot compare the two.
 */
export const uriTemplate = (pattern: string): string =>
  pattern.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, '**');
