/** Page of the help, which has no menu. */
export const helpPath = '/system/help';
