/** The state of a user, role or tenant, as the log of rights names it. */
export const stateOf = (status: 0 | 1): 'enabled' | 'disabled' => (status === 1 ? 'enabled' : 'disabled');
