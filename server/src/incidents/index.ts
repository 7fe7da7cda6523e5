export { INCIDENT_STORE } from './incident-store-token.ts';
export { incidentsModule } from './module.ts';
