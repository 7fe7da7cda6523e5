/** Time after the last heartbeat at which a node counts as gone, in milliseconds. (design 10.4) */
export const NODE_LEASE_MS = 15_000;
/** Time between two heartbeats, in milliseconds. */
export const NODE_BEAT_MS = 3_000;
