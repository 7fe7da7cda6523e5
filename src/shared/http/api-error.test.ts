// @vitest-environment node
import { expect, it } from 'vitest';
import { ApiError, findingsIn, isAborted } from './api-error.ts';
import { isApiError } from './client.ts';

const refusal = new ApiError({ code: 'PLUGIN_MISSING', status: 404, message: 'no such plugin' });

it('finds in details of any shape only what has a message', () => {
  const finding = { code: 'JAR_COUNT', message: 'two jars' };
  expect(findingsIn([finding, null, 'text', {}, { message: 1 }, undefined])).toEqual([finding]);
  for (const details of [undefined, null, 'text', finding]) expect(findingsIn(details)).toEqual([]);
});

it('tells a request that the shell gave up from one that failed', () => {
  expect(isAborted(new ApiError({ code: 'REQUEST_ABORTED', status: 0, message: 'x' }))).toBe(true);
  expect(isAborted(refusal)).toBe(false);
  expect(isAborted(Object.assign(new Error('x'), { code: 'REQUEST_ABORTED' }))).toBe(false);
});

it('is recognised by its status or its code', () => {
  expect(isApiError(refusal, 404)).toBe(true);
  expect(isApiError(refusal, 'PLUGIN_MISSING')).toBe(true);
  expect(isApiError(refusal, 403)).toBe(false);
  expect(isApiError(refusal, 'OTHER')).toBe(false);
  expect(isApiError({ ...refusal }, 404)).toBe(false);
});
