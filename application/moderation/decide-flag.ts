import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { refuse, type Answer, type Context, type UseCase } from '../use-case.ts'
import { flagCaseId } from './case-ids.ts'
import { notHeldByAnother } from './claims.ts'
import { reasonsFor, type Decision, type GivenReasons } from './compose-reasons.ts'
import { judgeable, onWhatWasSeen, type Judgeable } from './judgeable.ts'

export interface DecideFlag {
  readonly flagId: string
  readonly outcome: 'REVIEWED' | 'DISMISSED' | 'UPHELD'
  readonly notes: string | null
  readonly given?: GivenReasons
}

/** Q-53, S-14. */
export const decideFlag: UseCase<DecideFlag, { readonly reviewId: string; readonly position: Position | null }> =
  (context) => (input) =>
    pipe(
      context.lookups.reviewOfFlag(input.flagId),
      TE.flatMap((reviewId) => (reviewId === null ? TE.left(refuse({ type: 'FlagUnknown' })) : TE.right(reviewId))),
      TE.flatMap((reviewId) =>
        onWhatWasSeen(() =>
          pipe(
            judgeable(context, reviewId),
            TE.flatMap((matter) => decideOn(context, reviewId, input, matter)),
            TE.map((position) => ({ reviewId, position })),
          ),
        ),
      ),
    )

const decideOn = (
  context: Context,
  reviewId: string,
  { flagId, outcome, notes, given }: DecideFlag,
  { written, known, targetAccountId, version }: Judgeable,
): Answer<Position | null> => {
  const flag = written.flags.find((one) => one.flagId === flagId)
  const caseNumber = flag?.caseNumber ?? written.caseNumber
  const flags = written.flags.filter((one) => one.caseNumber === caseNumber)
  const reasons = reasonsFor(`FLAG_${outcome}` satisfies Decision, { ...known, flags }, given)
  const { person, at } = context
  const command = { type: 'DecideFlag', flagId, outcome, by: person.accountId, targetAccountId, notes, reasons, at }
  return pipe(
    notHeldByAnother(context, flagCaseId(reviewId, caseNumber)),
    TE.flatMap(() => context.run(review, reviewId, { ...command, type: 'DecideFlag' }, { onVersion: version })),
    TE.map(({ position }) => position),
  )
}
