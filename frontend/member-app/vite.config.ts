import { defineRemoteApp } from '@platform/remote-app/vite';

export default defineRemoteApp({ appCode: 'member', root: import.meta.dirname });
