import { identifierKinds } from '../../domain/accounts/vocabulary.ts'
import { dailyId } from '../../domain/kernel/daily-allowance.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import {
  addingRejection,
  guestContact,
  guestContactId,
  type GuestContactState,
} from '../../domain/ratings/guest-contact.ts'
import { newClientAllowance } from '../../domain/ratings/new-client-allowance.ts'
import { reviewSeries, reviewSeriesId } from '../../domain/reviews/review-series.ts'
import { isActiveOrHeld } from '../../domain/reviews/review-state.ts'
import { review, type ReviewState } from '../../domain/reviews/review.ts'
import { type AuthServices, type AuthUseCase, visitorMetadata } from '../accounts/auth-services.ts'
import { connectedWith } from '../accounts/connections.ts'
import { load } from '../command-handler.ts'
import { executeCommand } from '../execute-command.ts'
import { rejectedWith, type Result, type UseCaseContext } from '../use-case.ts'

/**
 * Whether rating this guest adds a new client of the calling business. Rejected if the guest declared not to have been
 * there: from the stream, so that no read model can lag behind. A declaration between this check and the rating is kept by
 * the policy on the rating, which withdraws it.
 * @rule Q-122
 */
export const requireAddable = (context: UseCaseContext, clientId: string): Result<{ readonly isNew: boolean }> => {
  const businessId = context.person.accountId
  return pipe(
    requireNotDenied(context, businessId, clientId),
    TE.flatMap((state): Result<{ readonly isNew: boolean }> => {
      if (state.status === 'made') return TE.right({ isNew: false })
      return pipe(
        context.lookups.ratings.isClientAlready(businessId, clientId),
        TE.flatMap((isClient) => (isClient ? TE.right(false) : requireNotDeniedByConnected(context, clientId))),
        TE.map((isNew) => ({ isNew })),
      )
    }),
  )
}

const requireNotDenied = (
  { load, at }: Pick<UseCaseContext, 'load' | 'at'>,
  businessId: string,
  clientId: string,
): Result<GuestContactState> =>
  pipe(
    load(guestContact, guestContactId(businessId, clientId)),
    TE.flatMap(({ state }): Result<GuestContactState> => {
      const rejection = addingRejection(state, at)
      return rejection === null ? TE.right(state) : TE.left(rejectedWith(rejection))
    }),
  )

/** A second account of the same venue is no way round the guest’s declaration. Resolves to true. @rule Q-123 */
const requireNotDeniedByConnected = (context: UseCaseContext, clientId: string): Result<true> =>
  pipe(
    connectedWith(context, context.person.accountId, identifierKinds, context.at),
    TE.flatMap(TE.traverseArray((businessId) => requireNotDenied(context, businessId, clientId))),
    TE.map(() => true as const),
  )

/** Marks the guest as new today; the policy on the rating then makes the contact. @rule Q-122 new guests per venue and day */
export const spendNewClientAllowance = (context: UseCaseContext, clientId: string): Result<void> => {
  const { execute, person, ruleSettings, at } = context
  const [businessId, day] = [person.accountId, romeDay(at)]
  const { newClientsPerDay: dailyLimit } = ruleSettings.ratings
  const command = { type: 'UseNewClientAllowance', businessId, day, clientId, dailyLimit, at } as const
  return TE.asUnit(execute(newClientAllowance, dailyId(businessId, day), command))
}

export interface DeniedContact {
  /** Account of the guest. */
  readonly accountId: string | null
  readonly position: Position | null
}

/**
 * Declares, by the link in the letter and without sign-in, that the guest was never there. A policy withdraws the ratings.
 * @rule Q-122 non sono stato qui
 */
export const denyContact: AuthUseCase<{ readonly token: string }, DeniedContact> =
  (auth) =>
  ({ token }, correlationId) => {
    const contact = auth.contactTokens.read(token)
    if (contact === null) return TE.left(rejectedWith({ type: 'ContactLinkInvalid' }))
    const { businessId, clientId, ratingId } = contact
    const meta = visitorMetadata(auth, correlationId)
    const command = { type: 'DenyContact', ratingId, at: meta.occurredAt } as const
    const id = guestContactId(businessId, clientId)
    return pipe(
      load(auth)(guestContact, id),
      TE.flatMap(({ state }) =>
        state.status === 'none' ? TE.right(null) : latestReview(auth, state.contact.accountId, businessId),
      ),
      TE.flatMap((reviewedAt) => executeCommand(auth)(guestContact, id, { ...command, reviewedAt }, meta)),
      TE.map(({ state, position }) => ({
        accountId: state.status === 'none' ? null : state.contact.accountId,
        position,
      })),
    )
  }

/** When the author wrote the latest review of the business that was not hidden or removed; null without one. */
const latestReview = (auth: AuthServices, authorId: string, businessId: string): Result<Instant | null> =>
  pipe(
    load(auth)(reviewSeries, reviewSeriesId(authorId, businessId)),
    TE.flatMap(({ state: { slots } }) =>
      TE.traverseArray(({ reviewId, at }: { readonly reviewId: string; readonly at: Instant }) =>
        TE.map(({ state }: { readonly state: ReviewState }) => (isActiveOrHeld(state) ? [at] : []))(
          load(auth)(review, reviewId),
        ),
      )(slots),
    ),
    TE.map((written) => written.flat().at(-1) ?? null),
  )
