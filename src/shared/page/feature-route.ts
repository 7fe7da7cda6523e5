/**
 * A page of a feature that has no menu of its own, such as a record's detail.
 * `src/features/<feature>/routes.ts` default-exports a list of these; each is registered beneath
 * the menu whose component is `under`, and only for those who have that menu.
 */
export interface FeatureRoute {
  /** Menu component of the parent page, for example `host:market/list`. */
  under: string;
  /** Path beneath the parent's, with parameters, for example `:appCode`. */
  path: string;
  /** File `pages/<page>.vue` of the same feature; parameters arrive as props. */
  page: string;
  /** Message key of the first title, for example `market.detail.title`. */
  titleKey: string;
  /** Permission needed beyond the parent's. */
  permission?: string;
}
