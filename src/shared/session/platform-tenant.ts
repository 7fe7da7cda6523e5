/** The platform's own tenant, which is there from the first start. */
export const PLATFORM_TENANT = '000000';
