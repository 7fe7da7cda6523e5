import { defineApp } from '@platform/remote-app';
import en from './messages/en.ts';
import zh from './messages/zh.ts';
import { holdRuntime, type Views } from './runtime.ts';

export default defineApp<Views>({
  messages: { en, zh },
  views: {
    figures: () => import('./views/FiguresView.vue'),
    orders: () => import('./views/OrderList.vue'),
    products: () => import('./views/ProductList.vue'),
    promotions: () => import('./views/PromotionList.vue'),
    coupons: () => import('./views/CouponList.vue'),
  },
  setup: holdRuntime,
});
