import { defineModule } from '../module.ts'

/** No commands: its checks run from the command line (`infrastructure/cli`). */
export const audit = defineModule({
  commands: {},
  policies: [],
  emails: {},
  liveTopics: {},
})
