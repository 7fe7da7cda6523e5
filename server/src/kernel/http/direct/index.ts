export { DirectRoutes } from './direct-routes.ts';
