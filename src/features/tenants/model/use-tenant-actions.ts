import { useFormat, type RowAction } from '@platform/remote-app/ui';
import { useI18n } from 'vue-i18n';
import { useConfirm, useNotices } from '@/shared/feedback';
import { useAttempts } from '@/shared/feedback/use-attempts.ts';
import { useHttp } from '@/shared/http';
import { useNow } from '@/shared/page';
import { ALL_PERMISSIONS } from '@/shared/permission';
import { useSessionService, useSessionStore } from '@/shared/session';
import { createTenantsApi, type Tenant } from '../api/tenants-api.ts';
import { hasExpired, isPlatform } from './tenant-state.ts';

interface TenantActionsOptions {
  /** A tenant is no longer as shown. */
  changed: () => void;
  removed: () => void;
  edit: (tenant: Tenant) => void;
}

/** The actions on a tenant, in the list and on the page of one. */
export function useTenantActions({ changed, removed, edit }: TenantActionsOptions) {
  const { t } = useI18n();
  const format = useFormat();
  const now = useNow();
  const session = useSessionStore();
  const sessions = useSessionService();
  const confirm = useConfirm();
  const notices = useNotices();
  const { attempt } = useAttempts();
  const api = createTenantsApi(useHttp());

  async function change(what: 'disable' | 'enable', { tenantId, name }: Tenant): Promise<void> {
    const words = (part: string) => t(`tenants.${what}.${part}`, { name });
    const done = await confirm({
      title: words('title'),
      consequences: [words('text')],
      action: words('action'),
      run: () => api.edit(tenantId, { status: what === 'enable' ? 1 : 0 }),
    });
    if (!done) return;
    notices.show('good', words('done'));
    changed();
  }

  const look = ({ tenantId, name }: Tenant) =>
    confirm({
      title: t('tenants.look.title', { name }),
      consequences: [t('tenants.look.reads'), t('tenants.look.logged'), t('tenants.look.tabs')],
      action: t('tenants.look.action', { name }),
      run: () => sessions.enterTenant(tenantId),
    });

  /** Says first what is lost and what stays, and what stands in the way. */
  async function remove({ tenantId, name }: Tenant): Promise<void> {
    const { users, roles, storage, applications } = await api.usage(tenantId);
    if (applications.length > 0) {
      notices.show('warn', t('tenants.remove.inUse', { name, list: applications.join(', ') }));
      return;
    }
    const done = await confirm({
      title: t('tenants.remove.title', { name }),
      consequences: [
        t('tenants.remove.accounts', { users: format.number(users), roles: format.number(roles) }),
        t('tenants.remove.files', { size: format.bytes(storage) }),
        t('tenants.remove.forever'),
      ],
      action: t('tenants.remove.action', { name }),
      danger: true,
      typed: tenantId,
      run: () => api.remove(tenantId),
    });
    if (!done) return;
    notices.show('good', t('tenants.remove.done', { name }));
    removed();
  }

  return (tenant: Tenant): RowAction[] => {
    const mayEdit = session.can('system:tenant:edit');
    const own = isPlatform(tenant);
    const next = tenant.status === 1 ? 'disable' : 'enable';
    return [
      { key: 'edit', label: t('tenants.edit'), when: mayEdit, run: () => edit(tenant) },
      {
        key: 'look',
        label: t('tenants.look.short'),
        // Narrower roles mean nothing in another tenant.
        when:
          session.permissions.includes(ALL_PERMISSIONS) &&
          !own &&
          tenant.status === 1 &&
          !hasExpired(tenant, now.value),
        run: () => void look(tenant),
      },
      {
        key: 'status',
        label: t(`tenants.${next}.short`),
        rare: true,
        when: mayEdit && !own,
        run: () => void change(next, tenant),
      },
      {
        key: 'remove',
        label: t('tenants.remove.short'),
        danger: true,
        when: session.can('system:tenant:remove') && session.can('system:tenant:query') && !own,
        run: () => void attempt(`remove ${tenant.tenantId}`, () => remove(tenant)),
      },
    ];
  };
}
