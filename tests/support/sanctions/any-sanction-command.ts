import * as fc from 'fast-check'
import { plusDays } from '../../../domain/kernel/time.ts'
import type { SanctionRecordCommand } from '../../../domain/sanctions/sanction-record.ts'
import { anyInstant } from '../reviews/review-fixtures.ts'
import {
  answerProposal,
  appealText,
  decideAppeal,
  decideFlagAbuse,
  expireSanctions,
  imposeSanction,
  liftSanction,
  noteDispute,
  noteFlag,
  overturnViolations,
  recordViolation,
  submitAppeal,
  takeAppealUnderReview,
} from './sanction-fixtures.ts'

const anyNumber = fc.constantFrom(1, 2, 3)
const anySanctionNumber = fc.constantFrom(1, 2, 3, 'm' as const)
const anyPerson = fc.constantFrom('ana', 'mario', 'lia', 'ugo')
/** Instants far enough apart for suspensions to expire. */
const anyLaterInstant = fc.tuple(anyInstant, fc.constantFrom(0, 5, 20, 60)).map(([at, days]) => plusDays(at, days))

export const anySanctionCommand: fc.Arbitrary<SanctionRecordCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(anyNumber, anyLaterInstant, fc.boolean())
      .map(([n, at, isStrike]) => recordViolation(n, { at, isStrike })),
  },
  fc.tuple(anyNumber, anyLaterInstant).map(([n, at]) => recordViolation(n, { at, serious: true })),
  fc
    .tuple(fc.constantFrom('LOW', 'MEDIUM', 'HIGH', 'PERMANENT'), anyPerson, anyLaterInstant, fc.boolean())
    .map(([severity, by, at, permanentNeedsTwo]) => imposeSanction({ severity, permanentNeedsTwo, by, at })),
  {
    weight: 2,
    arbitrary: anyPerson.map((by) => imposeSanction({ severity: 'PERMANENT', permanentNeedsTwo: true, by })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('consented' as const, 'refused' as const), anyPerson)
      .map(([outcome, by]) => answerProposal(outcome, { by })),
  },
  fc.tuple(anySanctionNumber, anyPerson, anyLaterInstant).map(([n, by, at]) => liftSanction(n, by, at)),
  fc.tuple(anyNumber, anyLaterInstant).map(([n, at]) => overturnViolations(n, at)),
  anyLaterInstant.map(expireSanctions),
  {
    weight: 3,
    arbitrary: fc.tuple(anySanctionNumber, anyLaterInstant).map(([n, at]) => submitAppeal(n, appealText, at)),
  },
  fc.tuple(anySanctionNumber, anyPerson, anyLaterInstant).map(([n, by, at]) => takeAppealUnderReview(n, by, at)),
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('APPROVED' as const, 'REJECTED' as const), anySanctionNumber, anyPerson, anyLaterInstant)
      .map(([decision, n, by, at]) => decideAppeal(decision, { n, by, at })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('dismissed', 'dismissed', 'upheld'), anyPerson)
      .map(([n, outcome, author]) => noteFlag(n, outcome, author)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('in-order' as const, 'abusive' as const), anyNumber, anyPerson, anyLaterInstant)
      .map(([outcome, n, by, at]) => decideFlagAbuse(outcome, { number: n, by, at, sanctionId: `sanction-f${n}` })),
  },
  fc
    .tuple(anyNumber, fc.constantFrom('upheld' as const, 'rejected' as const), anyLaterInstant)
    .map(([n, outcome, at]) => noteDispute(n, outcome, at)),
)
