import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { sanctionAggregates } from '../../domain/sanctions/aggregates.ts'
import {
  DisputeOutcomeRecorded,
  FlagOutcomeRecorded,
  SanctionAppealApproved,
  SanctionAppealRejected,
  SanctionAppealSubmitted,
  SanctionAppealTakenUnderReview,
} from '../../domain/sanctions/sanction-record-events.ts'
import { evenSuspended, moderator } from '../access.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import { flagAbusePolicy } from './flag-abuse.policy.ts'
import { sanctionEmails } from './emails.it.ts'
import { sanctionAppealsPolicy } from './sanction-appeals.policy.ts'
import { sanctionEmailsPolicy, sanctionsPolicy } from './sanctions.policy.ts'
import {
  answerProposal,
  appealSanction,
  decideSanctionAppeal,
  expireDueSanctions,
  imposeSanction,
  decideFlagAbuse,
  liftSanction,
  takeSanctionAppealUnderReview,
} from './sanctions.ts'
import { sanctionNotificationTexts } from './notifications.it.ts'

export const sanctions = defineModule({
  useCases: {
    imposeSanction: { access: moderator, run: imposeSanction },
    answerProposal: { access: moderator, run: answerProposal },
    liftSanction: { access: moderator, run: liftSanction },
    decideFlagAbuse: { access: moderator, run: decideFlagAbuse },
    appealSanction: { access: evenSuspended, run: appealSanction },
    takeSanctionAppealUnderReview: { access: moderator, run: takeSanctionAppealUnderReview },
    decideSanctionAppeal: { access: moderator, run: decideSanctionAppeal },
  },
  policies: [sanctionsPolicy, flagAbusePolicy, sanctionAppealsPolicy, sanctionEmailsPolicy],
  emails: sanctionEmails,
  notificationTexts: sanctionNotificationTexts,
  liveTopics: {
    [DisputeOutcomeRecorded.type]: null,
    [FlagOutcomeRecorded.type]: null,
    FlaggingQuestioned: null,
    FlaggingJudged: null,
    ViolationRecorded: null,
    ViolationOverturned: null,
    WarningIssued: ['account', 'accountId'],
    SuspensionImposed: ['account', 'accountId'],
    PermanentSuspensionImposed: ['account', 'accountId'],
    PermanentSuspensionConsented: ['account', 'accountId'],
    PermanentSuspensionRefused: ['account', 'accountId'],
    SanctionExpired: ['account', 'accountId'],
    SanctionLifted: ['account', 'accountId'],
    [SanctionAppealSubmitted.type]: ['account', 'accountId'],
    [SanctionAppealTakenUnderReview.type]: ['account', 'accountId'],
    [SanctionAppealApproved.type]: ['account', 'accountId'],
    [SanctionAppealRejected.type]: ['account', 'accountId'],
  } satisfies LiveTopics<EventsOf<typeof sanctionAggregates>>,
  schedule: { 'sanctions-due': { cron: '*/10 * * * *', run: ({ services }) => expireDueSanctions(services) } },
})
