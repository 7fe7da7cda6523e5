import { ApiClient } from '@platform/cli';

/** Uploads files at once and reports refusals; a process of its own, to keep the meter free. */
const [url = '', token = '', ...files] = process.argv.slice(2);
const api = new ApiClient(url, token);
const outcomes = await Promise.allSettled(files.map((file) => api.upload('/app/package/parse', file)));
process.send?.(outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])));
process.disconnect();
