/** Parts that most pages are made of: two thirds of the code of the first list that is opened. */
export { ChoiceFilter, DataTable, ListPage, RecordDrawer, SearchField } from '@platform/remote-app/ui';
