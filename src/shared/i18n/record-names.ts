import { useI18n } from 'vue-i18n';

/** Names that the server gives to the first tenant, role and person. */
const CHINESE: Readonly<Record<string, string>> = {
  'Super administrator': '超级管理员',
  Administrator: '管理员',
  'Application Plugin Platform': '应用平台',
};

const named = (name: string, locale: string): string => (locale === 'zh-CN' && CHINESE[name]) || name;

/** The name of a person. One that somebody has changed is not translated. */
export const personName = ({ nickName }: { readonly nickName: string }, locale: string): string =>
  named(nickName, locale);

/** The name of a role. One that somebody has changed is not translated. */
export const roleName = (role: { readonly roleName: string }, locale: string): string =>
  named(role.roleName, locale);

/** The name of a tenant. One that somebody has changed is not translated. */
export const tenantName = ({ name }: { readonly name: string }, locale: string): string =>
  named(name, locale);

/** Names of roles, persons and tenants in the language of the shell. Use within setup. */
export function useRecordNames() {
  const { locale } = useI18n();
  return {
    roleName: (role: { readonly roleName: string }) => roleName(role, locale.value),
    personName: (person: { readonly nickName: string }) => personName(person, locale.value),
    tenantName: (tenant: { readonly name: string }) => tenantName(tenant, locale.value),
  };
}
