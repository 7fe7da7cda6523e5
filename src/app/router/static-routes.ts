import type { Component } from 'vue';
import type { RouteRecordRaw } from 'vue-router';
import { accountPath, helpPath, inboxPath } from '@/shared/page';
import { lockedPath, returnPath } from '@/shared/session';

export const shellRoute = 'shell';
export const loginRoute = 'login';

/**
 * Pages without a menu. Pages with a menu are added below `shell` once the menus are loaded.
 *
 * @param frame the component around the pages of people who have logged in
 * @param locked the page that asks for the password of a locked shell
 */
export const staticRoutes = (
  frame: () => Promise<Component>,
  locked: () => Promise<Component>,
): RouteRecordRaw[] => [
  { path: lockedPath, component: locked, meta: { public: true, titleKey: 'app.lock.title' } },
  {
    path: '/login',
    name: loginRoute,
    component: () => import('@/features/login/pages/login.vue'),
    meta: { public: true, feature: 'login', titleKey: 'login.title' },
  },
  {
    path: returnPath,
    component: () => import('@/features/login/pages/return.vue'),
    meta: { public: true, feature: 'login', titleKey: 'login.return.title' },
  },
  {
    path: '/',
    name: shellRoute,
    component: frame,
    children: [
      {
        path: '',
        name: 'home',
        component: () => import('@/features/dashboard/pages/home.vue'),
        meta: { feature: 'dashboard', titleKey: 'app.menu.home', cache: true },
      },
      {
        path: accountPath.slice(1),
        component: () => import('@/features/account/pages/account.vue'),
        meta: { feature: 'account', titleKey: 'account.title', cache: true },
      },
      {
        path: inboxPath.slice(1),
        component: () => import('@/features/notices/pages/inbox.vue'),
        meta: { feature: 'notices', titleKey: 'notices.inbox.title' },
      },
      {
        path: helpPath.slice(1),
        component: () => import('@/features/help/pages/help.vue'),
        meta: { feature: 'help', titleKey: 'help.title' },
      },
      {
        path: '403',
        name: 'forbidden',
        component: () => import('@/features/error/pages/forbidden.vue'),
        meta: { feature: 'error', titleKey: 'error.forbidden.title', transient: true },
      },
      {
        path: ':path(.*)*',
        name: 'not-found',
        component: () => import('@/features/error/pages/not-found.vue'),
        meta: { feature: 'error', titleKey: 'error.notFound.title', transient: true },
      },
    ],
  },
];
