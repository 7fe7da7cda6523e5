/** Whether `npm run test:long` runs: it tests whole corpora instead of one case of each class. */
export const isLongRun = process.env['PLATFORM_TESTS'] === 'long';
