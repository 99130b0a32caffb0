import { defineModule } from '../module.ts'

export const audit = defineModule({
  commands: {},
  policies: [],
  emails: {},
  liveTopics: {},
})
