import { createCheckedPage } from './checked-page.ts';

/** Entry of the page; the opener drives it. */
Object.assign(window, { createCheckedPage });
