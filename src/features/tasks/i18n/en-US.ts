export default {
  title: 'Tasks',
  purpose: 'Every installation, upgrade and removal, step by step.',
  task: 'Task',
  by: 'by {name}',
  back: 'Back to the tasks',
  facts: 'Facts',
  fact: { app: 'Application', version: 'Version', id: 'Number' },
  report: 'Report',
  column: {
    what: 'Operation',
    status: 'State',
    step: 'Step',
    actor: 'Started by',
    started: 'Started',
    duration: 'Took',
  },
  filter: { state: 'State', all: 'All', app: 'Application' },
  moves: {
    title: 'Moves of files between storages',
    what: 'Move files from {from} to {to}',
    count: '{moved} of {total} files',
  },
  empty: {
    title: 'No operation so far',
    text: 'Installations, upgrades and removals are recorded here with their steps and log.',
  },
};
