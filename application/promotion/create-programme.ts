import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { affiliate } from '../../domain/promotion/affiliate/decider.ts'
import type { UseCase } from '../use-case.ts'

export interface CreateProgrammeInput {
  /** One an intent: the same programme sent again keeps it. */
  readonly programmeId: string
  readonly name: string
  readonly description: string | null
  readonly rateHundredths: number
}

/** a programme belongs to the account that creates it; the first brings the account its code. */
export const createProgramme: UseCase<CreateProgrammeInput, Position | null> =
  ({ run, person: { accountId }, at, newCode }) =>
  (programme) =>
    pipe(
      run(affiliate, accountId, { type: 'CreateProgramme', accountId, code: newCode(), ...programme, at }),
      TE.map(({ position }) => position),
    )
