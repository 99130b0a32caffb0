import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { privacyAggregates } from '../../domain/privacy/aggregates.ts'
import type { LiveTopics } from '../live-topics.ts'

export const privacyTopics: LiveTopics<EventsOf<typeof privacyAggregates>> = {
  StoreErased: null,
  AccountErased: null,
}
