import { startShell } from './app/start.ts';

const target = document.getElementById('app');
if (target) void startShell(target);
