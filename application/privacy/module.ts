import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { privacyAggregates } from '../../domain/privacy/aggregates.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import { erasureQueue } from './erasure-jobs.ts'
import { erasurePolicy, keptHashesPolicy } from './erasure.policy.ts'

export const privacy = defineModule({
  useCases: {},
  policies: [erasurePolicy, keptHashesPolicy],
  emails: {},
  liveTopics: {
    StoreErased: null,
    AccountErased: null,
  } satisfies LiveTopics<EventsOf<typeof privacyAggregates>>,
  queues: { erasures: erasureQueue },
})
