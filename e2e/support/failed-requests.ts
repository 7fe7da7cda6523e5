import type { Page } from '@playwright/test';

/** Requests of the page that get no answer from now on, or one that reports a failure. */
export function failedRequests(page: Page): readonly string[] {
  const failed: string[] = [];
  page.on('requestfailed', (request) =>
    failed.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText ?? ''}`),
  );
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  return failed;
}
