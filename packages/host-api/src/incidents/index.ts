export { incidentContracts, IncidentSchema, type IncidentRecord } from './contracts.ts';
