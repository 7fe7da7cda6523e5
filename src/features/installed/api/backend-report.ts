export type { BackendFault, BackendReport } from '@platform/host-api';
