import { PlatformError } from '@platform/plugin-sdk/core';

export function tenantMismatch(table: string): PlatformError {
  return new PlatformError({
    code: 'TENANT_MISMATCH',
    status: 403,
    message: `A row of another tenant was to be written to ${table}.`,
    fix: 'Leave tenant_id out: it is filled from the context.',
  });
}

export function tenantRequired(table: string): PlatformError {
  return new PlatformError({
    code: 'TENANT_REQUIRED',
    status: 403,
    message: `Rows of ${table} belong to a tenant, and there is none in this context.`,
    fix: 'Run the work for a tenant (requestContext.runAs; TenantContext.run in an application).',
  });
}

export function queryRefused(reason: string, fix: string, details?: UnknownTable): PlatformError {
  return new PlatformError({
    code: 'TENANT_QUERY_REFUSED',
    message: `The query cannot be limited to the tenant: ${reason}.`,
    fix,
    details,
  });
}

/** Particulars of a refusal for a table that is not there. */
export interface UnknownTable {
  readonly unknownTable: string;
}

export const tableUnknown = (table: string): PlatformError =>
  queryRefused(
    `table ${table} is not known`,
    'Check the name; a table of a new script is there when the script has run.',
    {
      unknownTable: table,
    },
  );
