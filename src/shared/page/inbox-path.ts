/** Page of the own notices, which has no menu. */
export const inboxPath = '/system/inbox';
