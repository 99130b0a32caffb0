import type { AnyRejection } from '../../application/rejections.ts'
import type { AppFailure } from '../../application/use-case.ts'
import { problems, type Refused } from './problem.ts'
import { accessRefusals } from './refusals/access.ts'
import { appealRefusals } from './refusals/appeals.ts'
import { conductRefusals } from './refusals/conduct.ts'
import { favouriteRefusals } from './refusals/favourites.ts'
import { moderationRefusals } from './refusals/moderation.ts'
import { privacyRefusals } from './refusals/privacy.ts'
import { placeRefusals } from './refusals/places.ts'
import { promotionRefusals } from './refusals/promotion.ts'
import { reasonsRefusals } from './refusals/reasons.ts'
import { reputationRefusals } from './refusals/reputation.ts'
import { socialRefusals } from './refusals/social.ts'
import { unwindRefusals } from './refusals/unwind.ts'
import { rulebookRefusals } from './refusals/rulebook.ts'
import { valueRefusals } from './refusals/value.ts'
import type { Lines } from './refusals/line.ts'

/** A sentence for every no there is: a new rejection does not compile until it has its line. */
export const refusals: Lines<AnyRejection['type']> = {
  ...accessRefusals,
  ...socialRefusals,
  ...reputationRefusals,
  ...moderationRefusals,
  ...appealRefusals,
  ...unwindRefusals,
  ...conductRefusals,
  ...reasonsRefusals,
  ...valueRefusals,
  ...rulebookRefusals,
  ...favouriteRefusals,
  ...privacyRefusals,
  ...placeRefusals,
  ...promotionRefusals,
}

export const refusalOf = (rejection: AnyRejection): Refused => {
  const { status, says, tells, code = rejection.type } = refusals[rejection.type]
  const message = typeof says === 'string' ? says : says(rejection as never)
  const problem = { message, code, ...tells?.(rejection as never) }
  // only a limit says when to come back: a lock-out must not be told from a wrong password
  return status === 429 && 'retryAfterSeconds' in rejection
    ? { status, problem, retryAfterSeconds: rejection.retryAfterSeconds }
    : { status, problem }
}

/** What the application answers when it does not do what was asked. */
export const refusedBy = (failure: AppFailure): Refused => {
  switch (failure.type) {
    case 'Rejected':
      return refusalOf(failure.rejection)
    case 'WrongVersion':
      return {
        status: 409,
        problem: { message: 'Nel frattempo qualcosa è cambiato: ricarica e riprova.', code: 'WrongVersion' },
      }
    case 'SubjectErased':
      return { status: 404, problem: { message: 'L’account non esiste più.', code: 'SubjectErased' } }
    case 'Malformed':
    case 'IdsAlreadyUsed':
    case 'Unreadable':
    case 'Unavailable':
    case 'KeyringUnavailable':
      return problems.unavailable(2)
  }
}
