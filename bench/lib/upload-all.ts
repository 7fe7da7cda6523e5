import { ApiClient } from '@platform/cli';

/** In a process of its own, so that sending does not keep those waiting who measure: uploads files at once, and tells why some were refused. */
const [url = '', token = '', ...files] = process.argv.slice(2);
const api = new ApiClient(url, token);
const outcomes = await Promise.allSettled(files.map((file) => api.upload('/app/package/parse', file)));
process.send?.(outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])));
process.disconnect();
