import { provide, shallowReactive, watch } from 'vue';
import { routeLocationKey, useRouter } from 'vue-router';

/**
 * Gives a page that stays alive its own route, which stays as it was while another page is shown.
 * Otherwise a hidden page would take the query of the shown one for its own, and lose its part of
 * the page and the input there.
 *
 * @param isOwn tells the page's paths from those of others
 */
export function provideHeldRoute(isOwn: (path: string) => boolean): void {
  const { currentRoute } = useRouter();
  const held = shallowReactive({ ...currentRoute.value });
  watch(currentRoute, (route) => isOwn(route.path) && Object.assign(held, route), { flush: 'sync' });
  provide(routeLocationKey, held);
}
