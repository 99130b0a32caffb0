import { defineModule } from '../module.ts'

/** No commands: it counts what happens in the other contexts. */
export const analytics = defineModule({
  useCases: {},
  policies: [],
  emails: {},
  liveTopics: {},
})
