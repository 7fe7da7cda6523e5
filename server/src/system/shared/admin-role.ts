/** Key of the role that each tenant's administrator has. */
export const ADMIN_ROLE_KEY = 'admin';
