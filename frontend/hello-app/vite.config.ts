import { defineRemoteApp } from '@platform/remote-app/vite';

export default defineRemoteApp({ appCode: 'hello', root: import.meta.dirname });
