import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { moderationAggregates } from '../../domain/moderation/aggregates.ts'
import { evenSuspended, moderator } from '../access.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import { decideAppeal, lodgeAppeal, takeAppealUnderReview } from './appeals.ts'
import { deadlineQueue, recheckCases, sendQueueDigest } from './case-deadlines.ts'
import { replayCase, replayCaseForBundle } from './case-replay.ts'
import { appealCasesPolicy, caseDeadlinesPolicy, casesPolicy } from './cases.policy.ts'
import { claimCase, nextCase, releaseCase } from './claims.ts'
import { contestCasesPolicy } from './contest-cases.policy.ts'
import { appealEmailsPolicy, decisionEmailsPolicy } from './decision-emails.policy.ts'
import { moderationEmails } from './emails.it.ts'
import { reversalPolicy } from './reversal.policy.ts'
import { approveReversal, latestReversalOfReview, draftReversalPlan, reversalPlan } from './reversal.ts'
import { decideRatingContest } from './rating-contests.ts'
import { setDisputeStatus, decideFlag, moderateReview, suggestReasons } from './review-decisions.ts'
import { moderationNotificationTexts } from './notifications.it.ts'

export const moderation = defineModule({
  useCases: {
    nextCase: { access: moderator, run: nextCase },
    claimCase: { access: moderator, run: claimCase },
    releaseCase: { access: moderator, run: releaseCase },
    suggestReasons: { access: moderator, run: suggestReasons },
    moderateReview: { access: moderator, run: moderateReview },
    decideFlag: { access: moderator, run: decideFlag },
    setDisputeStatus: { access: moderator, run: setDisputeStatus },
    decideRatingContest: { access: moderator, run: decideRatingContest },
    lodgeAppeal: { access: evenSuspended, run: lodgeAppeal },
    takeAppealUnderReview: { access: moderator, run: takeAppealUnderReview },
    decideAppeal: { access: moderator, run: decideAppeal },
    draftReversalPlan: { access: moderator, run: draftReversalPlan },
    approveReversal: { access: moderator, run: approveReversal },
    reversalPlan: { access: moderator, run: reversalPlan },
    latestReversalOfReview: { access: moderator, run: latestReversalOfReview },
    replayCase: { access: evenSuspended, run: replayCase },
    replayCaseForBundle: { access: evenSuspended, run: replayCaseForBundle },
  },
  policies: [
    casesPolicy,
    caseDeadlinesPolicy,
    appealCasesPolicy,
    contestCasesPolicy,
    reversalPolicy,
    decisionEmailsPolicy,
    appealEmailsPolicy,
  ],
  emails: moderationEmails,
  notificationTexts: moderationNotificationTexts,
  liveTopics: {
    CaseOpened: null,
    CaseEscalated: null,
    CaseReprioritised: null,
    CaseDueSoon: null,
    CaseBecameOverdue: null,
    CaseClaimed: null,
    ClaimReleased: null,
    ClaimExpired: null,
    CaseClosed: null,
    AppealLodged: ['reviews', 'appellantId'],
    AppealTaken: ['reviews', 'appellants'],
    AppealDecided: ['reviews', 'appellants'],
    AppealVoided: ['reviews', 'appellants'],
    PlanDrafted: null,
    PlanApproved: null,
  } satisfies LiveTopics<EventsOf<typeof moderationAggregates>>,
  schedule: {
    'cases-due': { cron: '*/10 * * * *', atStart: true, run: ({ services }) => recheckCases(services) },
    'queue-digest': { cron: '30 7 * * *', atStart: true, run: sendQueueDigest },
  },
  queues: { deadlines: deadlineQueue },
})
