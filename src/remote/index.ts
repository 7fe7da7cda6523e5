export type { RemoteAppDescriptor } from './descriptor.ts';
export { createRemoteHost } from './host.ts';
export type { RemoteHost } from './remote-host.ts';
export type { RemoteHostServices } from './services.ts';
export { default as RemoteView } from './view/RemoteView.vue';
