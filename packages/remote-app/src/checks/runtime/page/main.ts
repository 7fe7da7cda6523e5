import { createCheckedPage } from './checked-page.ts';

/** The program of the page: whoever opened it goes on from here. */
Object.assign(window, { createCheckedPage });
