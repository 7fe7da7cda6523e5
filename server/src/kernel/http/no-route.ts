import { PlatformError } from '@platform/plugin-sdk/core';

export const notFound = (method: string, path: string): PlatformError =>
  new PlatformError({
    code: 'NOT_FOUND',
    status: 404,
    message: `No route matches ${method} ${path}.`,
    fix: 'Check the path. The routes of an application exist only while it is installed and runs.',
    details: { params: { method, path } },
  });

export const wrongMethod = (method: string, path: string, allow: string): PlatformError =>
  new PlatformError({
    code: 'METHOD_NOT_ALLOWED',
    status: 405,
    message: `${path} has no ${method}.`,
    fix: `Use ${allow}.`,
    details: { params: { method, path, allow } },
  });
