import type { AnyRejection } from '../../application/rejections.ts'
import type { AppFailure } from '../../application/use-case.ts'
import type { ErrorMessages } from './error-messages.ts'
import { type ProblemResponse, problems, unavailableProblem } from './problems.ts'
import { accountErrors } from './accounts/errors.it.ts'
import { reviewErrors } from './reviews/errors.it.ts'
import { ratingErrors } from './ratings/errors.it.ts'
import { moderationErrors } from './moderation/errors.it.ts'
import { sanctionErrors } from './sanctions/errors.it.ts'
import { rewardErrors } from './rewards/errors.it.ts'
import { avaErrors } from './ava/errors.it.ts'
import { travelErrors } from './travel/errors.it.ts'
import { promotionErrors } from './promotion/errors.it.ts'
import { privacyErrors } from './privacy/errors.it.ts'
import { analyticsErrors } from './analytics/errors.it.ts'
import { auditErrors } from './audit/errors.it.ts'
import { supportErrors } from './support/errors.it.ts'

/** HTTP status and Italian message of every rejection; exhaustive. */
export const errorMessages: ErrorMessages<AnyRejection['type']> = {
  ...accountErrors,
  ...reviewErrors,
  ...ratingErrors,
  ...moderationErrors,
  ...sanctionErrors,
  ...rewardErrors,
  ...avaErrors,
  ...travelErrors,
  ...promotionErrors,
  ...privacyErrors,
  ...analyticsErrors,
  ...auditErrors,
  ...supportErrors,
}

export const problemOfRejection = (rejection: AnyRejection): ProblemResponse => {
  const { status, message: text, details, code = rejection.type } = errorMessages[rejection.type]
  const message = typeof text === 'string' ? text : text(rejection as never)
  const problem = { message, code, ...details?.(rejection as never) }
  // only rate limits set Retry-After: a lock-out must look like a wrong password
  return status === 429 && 'retryAfterSeconds' in rejection
    ? { status, problem, retryAfterSeconds: rejection.retryAfterSeconds }
    : { status, problem }
}

/** Response for a failed command or query. */
export const problemOfFailure = (failure: AppFailure): ProblemResponse => {
  switch (failure.type) {
    case 'Rejected':
      return problemOfRejection(failure.rejection)
    case 'WrongVersion':
      return {
        status: 409,
        problem: { message: 'Nel frattempo qualcosa è cambiato: ricarica e riprova.', code: 'WrongVersion' },
      }
    case 'SubjectErased':
      return { status: 404, problem: { message: 'L’account non esiste più.', code: 'SubjectErased' } }
    case 'Unrecordable':
      return problems.unrecordable()
    case 'Malformed':
    case 'IdsAlreadyUsed':
    case 'Unreadable':
    case 'Detached':
    case 'KeyringUnavailable':
      return problems.unavailable(2)
    case 'Unavailable':
      return unavailableProblem(failure.cause)
  }
}
