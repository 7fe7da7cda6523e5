import type { Defaulted, TenantColumn, TimeColumns } from './columns.ts';

export interface SysOperLogTable extends TenantColumn, TimeColumns {
  oper_id: number;
  title: string;
  app_code: Defaulted<string | null>;
  method: string;
  url: string;
  user_id: Defaulted<number | null>;
  user_name: Defaulted<string | null>;
  ip: Defaulted<string | null>;
  request_id: Defaulted<string | null>;
  /** Masked. */
  params_json: Defaulted<string | null>;
  /** Changed values, before and after; masked. */
  before_json: Defaulted<string | null>;
  after_json: Defaulted<string | null>;
  /** Tenant that a user of the platform's own tenant looked into with the call. */
  acting_tenant: Defaulted<string | null>;
  /** HTTP status. */
  status: number;
  error: Defaulted<string | null>;
  duration_ms: number;
}

export interface SysLoginLogTable extends TenantColumn, TimeColumns {
  login_id: number;
  user_name: string;
  user_id: Defaulted<number | null>;
  ip: Defaulted<string | null>;
  user_agent: Defaulted<string | null>;
  /** `login` or `logout`. */
  event: string;
  success: boolean;
  /** Stable code of the failure. */
  reason: Defaulted<string | null>;
}

export interface SysRightsLogTable extends TenantColumn, TimeColumns {
  entry_id: number;
  kind: string;
  /** Name or key of whose rights changed. */
  subject: string;
  app_code: Defaulted<string | null>;
  /** Lists of texts; what came after is before, without removed, with added. */
  added_json: string;
  removed_json: string;
  before_json: string;
  /** Origin of a change that no user made. */
  cause: Defaulted<string | null>;
  user_id: Defaulted<number | null>;
  user_name: Defaulted<string | null>;
  /** Tenant of the user, who may be the platform's. */
  user_tenant: Defaulted<string | null>;
  ip: Defaulted<string | null>;
  request_id: Defaulted<string | null>;
}
