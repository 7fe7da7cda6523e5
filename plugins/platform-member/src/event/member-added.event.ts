/** A member has been added. Listeners read further fields by the number. (spec: E2) */
export class MemberAddedEvent {
  readonly memberId: number;

  constructor(values: MemberAddedEvent) {
    this.memberId = values.memberId;
  }
}
