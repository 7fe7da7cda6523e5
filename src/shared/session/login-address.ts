import { useRouter } from 'vue-router';
import { PLATFORM_TENANT } from './platform-tenant.ts';

/** The login page of a tenant, which has its look. Use within setup. */
export function useLoginAddress(): (tenantId: string) => string {
  const router = useRouter();
  return (tenantId) => {
    const query = tenantId === PLATFORM_TENANT ? {} : { tenant: tenantId };
    return new URL(router.resolve({ path: '/login', query }).href, location.origin).href;
  };
}
