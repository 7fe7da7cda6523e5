import type { SiteChange, SiteField, SiteSettings } from '@platform/host-api';

const fields = {
  name: true,
  nameEn: true,
  description: true,
  copyright: true,
  icp: true,
  logo: true,
  favicon: true,
  backgroundImage: true,
  accent: true,
  watermark: true,
} satisfies Record<SiteField, true>;

const SITE_FIELDS = Object.keys(fields) as readonly SiteField[];

/** Typed values; empty where the tenant sets nothing of its own. */
export type SiteForm = Record<SiteField, string>;

const formFrom = (valueOf: (field: SiteField) => string | null): SiteForm =>
  Object.fromEntries(SITE_FIELDS.map((field) => [field, valueOf(field) ?? ''])) as SiteForm;

/** Before the stored values are there. */
export const blankForm = (): SiteForm => formFrom(() => null);

export const formOf = ({ own }: Pick<SiteSettings, 'own'>): SiteForm => formFrom((field) => own[field]);

/** As it is stored: without blanks around its values. */
export const trimmed = (form: SiteForm): SiteForm => formFrom((field) => form[field].trim());

/** Value in effect: the tenant's own, else the platform's. */
export const shownOf = (form: SiteForm, { inherited }: Pick<SiteSettings, 'inherited'>): SiteForm =>
  formFrom((field) => form[field].trim() || inherited[field]);

/** The fields that differ from what is stored; null takes the own value away. */
export function changeOf(form: SiteForm, { own }: Pick<SiteSettings, 'own'>): SiteChange {
  const differing = SITE_FIELDS.map((field) => [field, form[field].trim() || null] as const).filter(
    ([field, value]) => value !== own[field],
  );
  return Object.fromEntries(differing);
}

/** The field that a setting's key belongs to; undefined for a setting that is none of the form. */
export const fieldOf = (configKey: string): SiteField | undefined =>
  SITE_FIELDS.find((field) => configKey === `platform.${field}`);
