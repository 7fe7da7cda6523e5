/** Page of the own account, which has no menu. */
export const accountPath = '/system/account';
