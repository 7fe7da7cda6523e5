import { defineRemoteApp } from '@platform/remote-app/vite';

export default defineRemoteApp({ appCode: 'mall', root: import.meta.dirname });
