/** A member has been added. Other applications listen to it; what they need beyond the number they ask for. (spec: E2) */
export class MemberAddedEvent {
  readonly memberId: number;

  constructor(values: MemberAddedEvent) {
    this.memberId = values.memberId;
  }
}
