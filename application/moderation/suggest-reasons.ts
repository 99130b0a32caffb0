import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Reasons } from '../../domain/kernel/reasons.ts'
import type { UseCase } from '../use-case.ts'
import { reasonsFor, type Decision } from './compose-reasons.ts'
import { judgeable, knownFor } from './judgeable.ts'

export interface SuggestReasons {
  readonly reviewId: string
  readonly decision: Decision
  /** The flag, where one is decided. */
  readonly flagId: string | null
}

/** What a decision would say of itself, were nothing said of it. */
export const suggestReasons: UseCase<SuggestReasons, Reasons> =
  (context) =>
  ({ reviewId, decision, flagId }) =>
    pipe(
      judgeable(context, reviewId),
      TE.map((matter) => reasonsFor(decision, knownFor(decision, matter, flagId))),
    )
