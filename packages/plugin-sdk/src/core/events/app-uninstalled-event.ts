/**
 * A tenant has uninstalled an application. (spec: E1) The application itself does not receive it:
 * its code is already unloaded or disabled.
 */
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
