export { default as EditDrawer } from './EditDrawer.vue';
export { default as MeanwhilePanel } from './MeanwhilePanel.vue';
export { useAppCodes } from './use-app-codes.ts';
export { useRemoval } from './use-removal.ts';
export { useMeanwhile, type Seen } from './use-meanwhile.ts';
export { useBulkRemoval } from './use-bulk-removal.ts';
export { useRemoteChoices } from './use-remote-choices.ts';
export { useFieldRules } from './field-rules.ts';
