/** The properties that every site has. (spec: Generic site-config endpoint) */
export const BASE_PROPERTIES = [
  'logo',
  'favicon',
  'name',
  'nameEn',
  'backgroundImage',
  'description',
  'copyright',
  'icp',
] as const;
