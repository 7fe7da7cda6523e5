import { defineRemoteApp } from '@platform/remote-app/vite';

export default defineRemoteApp({ appCode: 'board', root: import.meta.dirname });
