/** Columns that the data layer fills, identified by name. (design 9.7-45) */
export const specialColumns = ['tenant_id', 'create_time', 'update_time', 'create_by', 'update_by'] as const;

export type SpecialColumn = (typeof specialColumns)[number];
