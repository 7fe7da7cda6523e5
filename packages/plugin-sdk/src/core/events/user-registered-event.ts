/** A user account was created. (spec: E1; design 9.7-51) */
export class UserRegisteredEvent {
  readonly userId: number;
  readonly userName: string;
  readonly tenantId: string;
  /** Origin of the account: `console`, or the code of an application. */
  readonly source: string;

  constructor(values: UserRegisteredEvent) {
    this.userId = values.userId;
    this.userName = values.userName;
    this.tenantId = values.tenantId;
    this.source = values.source;
  }
}
