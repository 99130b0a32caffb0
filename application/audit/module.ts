import { TE } from '../../domain/kernel/fp.ts'
import { defineModule } from '../module.ts'

/** No commands: checks of the log run from the command line (`infrastructure/cli`). */
export const audit = defineModule({
  useCases: {},
  policies: [],
  emails: {},
  liveTopics: {},
  schedule: {
    'access-log': {
      cron: '50 * * * *',
      atStart: true,
      run: ({ accessLog }) => TE.tryCatch(accessLog.maintain, (cause) => ({ type: 'Unavailable', cause })),
    },
  },
})
