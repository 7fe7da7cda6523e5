import { incidentContracts, type IncidentRecord } from '@platform/host-api';
import { DEFAULT_TENANT, defineRoute, PlatformError, type Route } from '../kernel/index.ts';
import type { IncidentStore } from './incident-store.ts';

/** Codes of the applications of a tenant. */
type Installed = (tenantId: string) => readonly string[];

/** `/app/incident`. (design 10.3) */
export function incidentRoutes(store: IncidentStore, installed: Installed): Route[] {
  return [
    defineRoute({
      ...incidentContracts.list,
      handler: async ({ query, page, tenantId = '' }) => {
        const { total, rows } = await store.list(query, visibleTo(tenantId, installed), page);
        return { total, rows: rows.map((row) => shownTo(tenantId, row)) };
      },
    }),
    defineRoute({
      ...incidentContracts.get,
      handler: async ({ params, tenantId = '' }) => {
        const found = await store.find(params.incidentId, visibleTo(tenantId, installed));
        if (found) return shownTo(tenantId, found);
        throw new PlatformError({
          code: 'RECORD_NOT_FOUND',
          status: 404,
          message: 'This incident does not exist.',
          fix: 'Incidents are kept for 90 days. Reload the list.',
        });
      },
    }),
  ];
}

/** The platform's tenant sees all; the others those of their applications. */
const visibleTo = (tenantId: string, installed: Installed): readonly string[] | undefined =>
  tenantId === DEFAULT_TENANT ? undefined : installed(tenantId);

/** Tenants share the code, so that a message may hold another tenant's data. */
const shownTo = (tenantId: string, incident: IncidentRecord): IncidentRecord =>
  tenantId === DEFAULT_TENANT
    ? incident
    : { ...incident, message: '', requestId: null, host: '', suspects: [] };
