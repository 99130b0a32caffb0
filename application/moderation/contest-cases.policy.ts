import { type EventIn, family } from '../../domain/kernel/event.ts'
import { type CaseCommand, moderationCase } from '../../domain/moderation/case.ts'
import { ContestVoided, RatingContested, RatingKept, RatingStruck } from '../../domain/ratings/rating-contest.ts'
import { asPolicy, type PolicyContext } from '../policy-context.ts'
import type { Policy } from '../policy.ts'
import { contestCaseId, ignoredCaseRejections } from './cases.ts'

const events = family(RatingContested, RatingKept, RatingStruck, ContestVoided)

/** Opens a case when a rating is contested; closes it once decided or void. @rule Q-136 */
export const contestCasesPolicy = (context: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'contest-cases',
  events,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { event } = recorded
    const { execute } = asPolicy('contest-cases', context, recorded)
    const { ratingId, businessId, clientAccountId, at } = event.data
    const caseId = contestCaseId(ratingId)
    const close = (closing: Pick<Extract<CaseCommand, { type: 'CloseCase' }>, 'outcome' | 'by'>) =>
      execute(moderationCase, caseId, { type: 'CloseCase', ...closing, at }, ignoredCaseRejections)
    switch (event.type) {
      case 'RatingContested':
        return execute(moderationCase, caseId, {
          type: 'OpenCase',
          caseId,
          kind: 'RATING_CONTEST',
          aboutId: ratingId,
          excludedAccounts: [clientAccountId, businessId],
          dueAt: event.data.dueAt,
          at,
        })
      case 'RatingStruck':
        return close({ outcome: 'upheld', by: event.data.by })
      case 'RatingKept':
        return close({ outcome: 'rejected', by: event.data.by })
      case 'ContestVoided':
        return close({ outcome: 'void', by: null })
    }
  },
})
