export type { Install } from '@platform/host-api';
