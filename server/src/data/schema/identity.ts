import type { ActorColumns, Defaulted, Enabled, TenantColumn, TimeColumns, Timestamp } from './columns.ts';

export interface SysTenantTable extends TimeColumns, ActorColumns {
  /**
   * Up to 20 characters; the platform's own is `000000`. The name keeps the table out of tenants.
   */
  tenant_code: string;
  name: string;
  contact_name: Defaulted<string | null>;
  contact_phone: Defaulted<string | null>;
  status: Defaulted<Enabled>;
  expire_time: Defaulted<Timestamp | null>;
  /** Null: as many as there are. */
  max_users: Defaulted<number | null>;
  /** Bytes of stored objects; null: without a limit. */
  max_storage: Defaulted<number | null>;
  /** JSON: codes of the applications that it may install; null: all. */
  applications: Defaulted<string | null>;
  /** JSON: keys of the host's menus that it lacks, with all below them; null: none. */
  excluded_menus: Defaulted<string | null>;
  remark: Defaulted<string | null>;
}

export interface SysUserTable extends TenantColumn, TimeColumns, ActorColumns {
  user_id: number;
  /** Unique by tenant. */
  user_name: string;
  nick_name: string;
  email: Defaulted<string | null>;
  phone: Defaulted<string | null>;
  avatar: Defaulted<string | null>;
  password_hash: string;
  /** Null: generated, and not yet changed by its owner. */
  password_changed_at: Defaulted<Timestamp | null>;
  status: Defaulted<Enabled>;
  login_failures: Defaulted<number>;
  locked_until: Defaulted<Timestamp | null>;
  last_login_time: Defaulted<Timestamp | null>;
  /** JSON: what every browser of the person shares; null: nothing yet. */
  preferences: Defaulted<string | null>;
  last_login_ip: Defaulted<string | null>;
  dept_id: Defaulted<number | null>;
  remark: Defaulted<string | null>;
}

export interface SysRoleTable extends TenantColumn, TimeColumns, ActorColumns {
  role_id: number;
  role_name: string;
  /** Unique by tenant. */
  role_key: string;
  order_num: Defaulted<number>;
  status: Defaulted<Enabled>;
  /** Grants `*:*:*` regardless of its menus. */
  is_super: Defaulted<boolean>;
  /** Scope of the records that it shows. */
  data_scope: Defaulted<'all' | 'deptTree' | 'dept' | 'own' | 'chosen'>;
  remark: Defaulted<string | null>;
}

export interface SysDeptTable extends TenantColumn, TimeColumns, ActorColumns {
  dept_id: number;
  /** 0 at the top. */
  parent_id: Defaulted<number>;
  dept_name: string;
  head_user_id: Defaulted<number | null>;
  order_num: Defaulted<number>;
  status: Defaulted<Enabled>;
  remark: Defaulted<string | null>;
}

export interface SysPostTable extends TenantColumn, TimeColumns, ActorColumns {
  post_id: number;
  /** Unique by tenant. */
  post_code: string;
  post_name: string;
  order_num: Defaulted<number>;
  status: Defaulted<Enabled>;
  remark: Defaulted<string | null>;
}

export interface SysUserPostTable {
  user_id: number;
  post_id: number;
}

/** Departments of roles whose data scope is `chosen`. */
export interface SysRoleDeptTable {
  role_id: number;
  dept_id: number;
}

export interface SysUserRoleTable {
  user_id: number;
  role_id: number;
}

export interface SysRoleMenuTable {
  role_id: number;
  menu_id: number;
}

export interface SysSessionTable extends TenantColumn, TimeColumns {
  session_id: number;
  /** SHA-256 of the token, hexadecimal. The token itself is not stored. */
  token_hash: string;
  user_id: number;
  user_name: string;
  ip: Defaulted<string | null>;
  user_agent: Defaulted<string | null>;
  last_seen: Timestamp;
  expires: Timestamp;
  /** Time of the user's last proof of identity. */
  proved_at: Defaulted<Timestamp | null>;
  /** Login provider that the session came from; null after a login with a password. */
  provider: Defaulted<string | null>;
  /** The person, as the provider names them. */
  provider_subject: Defaulted<string | null>;
  /** The session at the provider, where it names one. */
  provider_sid: Defaulted<string | null>;
  /** Tenant that the session looks into; null where it works in its own. */
  acting_tenant: Defaulted<string | null>;
  /** Whether it may change data there. */
  acting_writes: Defaulted<boolean | null>;
}

/**
 * Logout tokens of login providers that were taken, so that none is taken twice. Not a tenant
 * table: providers are of the whole platform.
 */
export interface SysLogoutTokenTable {
  provider: string;
  /** SHA-256 of the token's `jti`, hexadecimal. */
  token_id: string;
  /** From here on the token is too old to be taken anyway. */
  expires: Timestamp;
}

/** A token for scripts. */
export interface SysTokenTable extends TenantColumn, TimeColumns {
  token_id: number;
  user_id: number;
  name: string;
  /** `script:` and the SHA-256 of the token, hexadecimal. The token itself is not stored. */
  token_hash: string;
  /** Permissions. */
  scopes_json: string;
  expires: Timestamp;
  last_used: Defaulted<Timestamp | null>;
  last_ip: Defaulted<string | null>;
}

/**
 * Failed logins of an account from one network, or from all.
 *
 * Not a tenant table, since the account belongs to a tenant already.
 */
export interface SysLoginFailureTable {
  /** Hash of tenant and name, also of unknown names. */
  account: string;
  /** Empty: all networks. */
  network: string;
  failures: number;
  last_attempt: Timestamp;
  /** Time of the next permitted attempt. */
  open_at: Timestamp;
}

/** The authenticator of a user. Not a tenant table, since the user belongs to a tenant already. */
export interface SysUserFactorTable extends TimeColumns {
  user_id: number;
  /** Encrypted. */
  secret: string;
  /** Null until the first code has been entered. */
  confirmed_at: Defaulted<Timestamp | null>;
  /** Time step of the last code that was taken; none up to it is taken again. */
  last_step: Defaulted<number>;
}

/** Accounts of OpenID providers that log in as users. */
export interface SysUserIdentityTable extends TimeColumns {
  identity_id: number;
  user_id: number;
  /** As in the file of providers. */
  provider: string;
  subject: string;
  /** As the provider names the person, for people. */
  subject_name: Defaulted<string | null>;
  last_used: Defaulted<Timestamp | null>;
}

/** Earlier passwords of users, as many as may not be chosen again. */
export interface SysPasswordHistoryTable {
  history_id: number;
  user_id: number;
  password_hash: string;
}

/** Recovery codes that a user has left. */
export interface SysRecoveryCodeTable {
  user_id: number;
  /** SHA-256, hexadecimal. */
  code_hash: string;
}
