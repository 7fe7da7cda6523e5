import { serviceToken } from '../kernel/index.ts';
import type { IncidentStore } from './incident-store.ts';

export const INCIDENT_STORE = serviceToken<IncidentStore>('incidentStore');
