/** A tenant has installed an application; it is loaded and enabled for the tenant. (spec: E1) */
export class AppInstalledEvent {
  readonly appCode: string;
  readonly version: string;
  readonly tenantId: string;

  constructor(values: AppInstalledEvent) {
    this.appCode = values.appCode;
    this.version = values.version;
    this.tenantId = values.tenantId;
  }
}
