import { PlatformError } from '@platform/plugin-sdk/core';

export function tenantMismatch(table: string): PlatformError {
  return new PlatformError({
    code: 'TENANT_MISMATCH',
    status: 403,
    message: `Cannot write a row of another tenant to \`${table}\`.`,
    fix: 'Remove tenant_id; it is filled from the context.',
  });
}

export function tenantRequired(table: string): PlatformError {
  return new PlatformError({
    code: 'TENANT_REQUIRED',
    status: 403,
    message: `Cannot insert into \`${table}\` without a tenant in context.`,
    fix: 'Run the work for a tenant: requestContext.runAs, or TenantContext.run in an application.',
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

export function dataScopeUnused(table: string): PlatformError {
  return new PlatformError({
    code: 'DATA_SCOPE_INVALID',
    message: `The statement has a data scope, but does not read ${table} behind from or join.`,
    fix: 'Read the table of the mapper\'s entity there, without tenant="ignore", or remove @DataScope.',
  });
}

/** Details of a refusal for an unknown table. */
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
