import { defineModule } from '../module.ts'

/** No commands: its checks run from the command line (`infrastructure/cli`). */
export const audit = defineModule({
  useCases: {},
  policies: [],
  emails: {},
  liveTopics: {},
})
