import { defineModule } from '../module.ts'
import { erasureQueue } from './erasure-jobs.ts'
import { erasurePolicy } from './erasure.policy.ts'

export const privacy = defineModule({
  commands: {},
  policies: [erasurePolicy],
  emails: {},
  queues: { erasures: erasureQueue },
})
