export type { BackendFault, BackendQuarantine, BackendReport, IncidentRecord } from '@platform/host-api';
