/** A business process has changed its status. (spec: E1; design 9.7-51) */
export class ProcessEvent {
  /** Key of the process definition. */
  readonly processKey: string;
  /** The record that the process is about. */
  readonly businessId: string;
  readonly instanceId: string;
  readonly status: string;
  /** The user who caused the change. */
  readonly operatorId: number;

  constructor(values: ProcessEvent) {
    this.processKey = values.processKey;
    this.businessId = values.businessId;
    this.instanceId = values.instanceId;
    this.status = values.status;
    this.operatorId = values.operatorId;
  }
}
