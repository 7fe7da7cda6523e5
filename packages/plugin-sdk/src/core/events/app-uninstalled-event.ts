/** A tenant has uninstalled an application, which does not see this itself: its code is gone, or not for this tenant any more. (spec: E1) */
export class AppUninstalledEvent {
  readonly appCode: string;
  readonly version: string;
  readonly tenantId: string;

  constructor(values: AppUninstalledEvent) {
    this.appCode = values.appCode;
    this.version = values.version;
    this.tenantId = values.tenantId;
  }
}
