import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { supportAggregates } from '../../domain/support/aggregates.ts'
import { evenSuspended, moderator } from '../access.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import { supportNotificationTexts } from './notifications.it.ts'
import { answerSupportRequest, closeSupportRequest, sendSupportMessage } from './support-requests.ts'

export const support = defineModule({
  useCases: {
    sendSupportMessage: { access: evenSuspended, run: sendSupportMessage },
    closeSupportRequest: { access: evenSuspended, run: closeSupportRequest },
    answerSupportRequest: { access: moderator, run: answerSupportRequest },
  },
  policies: [],
  emails: {},
  notificationTexts: supportNotificationTexts,
  liveTopics: {
    SupportRequested: ['support', 'accountId'],
    SupportMessageAdded: ['support', 'accountId'],
    SupportAnswered: ['support', 'accountId'],
    SupportRequestClosed: ['support', 'accountId'],
  } satisfies LiveTopics<EventsOf<typeof supportAggregates>>,
})
