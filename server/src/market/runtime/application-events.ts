/** Publishes an event to the applications of a tenant. */
export type PublishEvent = (tenantId: string, event: object) => Promise<void>;
