/** A user account was created. (spec: E1; design 9.7-51) */
export class UserRegisteredEvent {
  readonly userId: number;
  readonly userName: string;
  readonly tenantId: string;
  /** Where the account comes from: `console`, or the code of the application that registered it. */
  readonly source: string;

  constructor(values: UserRegisteredEvent) {
    this.userId = values.userId;
    this.userName = values.userName;
    this.tenantId = values.tenantId;
    this.source = values.source;
  }
}
