import { defineModule } from '../module.ts'
import { erasureQueue } from './erasure-jobs.ts'
import { erasurePolicy } from './erasure.policy.ts'
import { privacyTopics } from './live-topics.ts'

export const privacy = defineModule({
  commands: {},
  policies: [erasurePolicy],
  emails: {},
  liveTopics: privacyTopics,
  queues: { erasures: erasureQueue },
})
