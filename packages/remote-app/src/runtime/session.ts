/** The signed-in user. */
export interface RemoteUser {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  readonly avatar?: string;
  readonly email?: string;
  readonly tenantId: string;
  readonly roles: readonly string[];
}

/**
 * Theme of the shell. Prefer its CSS variables `--surface`, `--line`, `--text`, … (design 8.1).
 */
export interface RemoteTheme {
  readonly mode: 'light' | 'dark';
  /** The accent colour, `#rrggbb`. */
  readonly accent: string;
}
