/** A tenant's application has been upgraded; the new version is loaded. (spec: E1) */
export class AppUpgradedEvent {
  readonly appCode: string;
  readonly version: string;
  readonly previousVersion: string;
  readonly tenantId: string;

  constructor(values: AppUpgradedEvent) {
    this.appCode = values.appCode;
    this.version = values.version;
    this.previousVersion = values.previousVersion;
    this.tenantId = values.tenantId;
  }
}
