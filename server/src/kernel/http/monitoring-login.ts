import { PlatformError } from '@platform/plugin-sdk/core';

/** A refusal with the headers that its answer carries. */
export interface MonitoringRefusal {
  readonly error: PlatformError;
  readonly headers: Readonly<Record<string, string>>;
}

/** Decides whether a caller may use the routes with the access `monitoring`. */
export interface MonitoringLogin {
  /** @param authorization the header as it came */
  refusal(authorization: string | undefined, address: string): MonitoringRefusal | undefined;
}

export const monitoringMissing = (): PlatformError =>
  new PlatformError({
    code: 'MONITORING_LOGIN_REQUIRED',
    status: 401,
    message: 'Monitoring endpoints need the monitoring credentials.',
    fix: 'Send management.username and management.password by HTTP Basic.',
  });
