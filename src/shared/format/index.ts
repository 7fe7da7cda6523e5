export { formatBytes, formatDateTime, formatDuration, formatNumber, formatRelativeTime } from './format.ts';
export { useFormat } from './use-format.ts';
