import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { WrittenReview } from '../../domain/reputation/review/state.ts'
import type { LookupFailure, Lookups } from '../ports/lookups.ts'

type Target = Pick<WrittenReview['whose'], 'targetType' | 'targetId'>

/** The account behind a remark on a client; null for what is about a business or a place. */
export const accountBehind = (
  { accountOfClient }: Pick<Lookups, 'accountOfClient'>,
  { targetType, targetId }: Target,
): TE.TaskEither<LookupFailure, string | null> => (targetType === 'USER' ? accountOfClient(targetId) : TE.right(null))

/** Who wrote it, whom it is about, and these who reported it: nobody judges what is his own (P-16). */
export const partiesTo = (
  lookups: Pick<Lookups, 'accountOfClient'>,
  { whose }: Pick<WrittenReview, 'whose'>,
  flags: WrittenReview['flags'],
): TE.TaskEither<LookupFailure, readonly string[]> => {
  const { authorId, targetType, targetId } = whose
  const business = targetType === 'BUSINESS' ? [targetId] : []
  return pipe(
    accountBehind(lookups, whose),
    TE.map((account) => [
      authorId,
      ...business,
      ...flags.map(({ reporterId }) => reporterId),
      ...(account === null ? [] : [account]),
    ]),
  )
}
