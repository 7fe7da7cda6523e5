import { useRuntime } from '../runtime.ts';

/**
 * The demonstration endpoints of the backend (spec: Plugin endpoints of the sample application).
 */
export const hostDemo = {
  greet: (name: string) => useRuntime().request.get('/hello/greet', { params: { name } }),
  config: () => useRuntime().request.get('/hello/demo/host/config'),
  ossUrl: (ossId: string) => useRuntime().request.get('/hello/demo/host/oss-url', { params: { ossId } }),
  whoami: () => useRuntime().request.get('/hello/demo/host/whoami'),
  message: (name: string) => useRuntime().request.post('/hello/demo/message/greet', { name }),
  member: (userId: string) => useRuntime().request.get('/hello/demo/cross/service', { params: { userId } }),
};
