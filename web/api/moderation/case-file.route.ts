import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { refuse } from '../../../application/use-case.ts'
import { calls } from '../../contract/calls.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { caseFileOf } from './case-file.ts'

export const caseFileRoute = (hall: Hall) =>
  reading(calls.caseFile, ({ params }) =>
    pipe(
      asked(() => caseFileOf(hall, params.caseId)),
      TE.filterOrElse(
        (file) => file !== null,
        () => refuse({ type: 'CaseNotFound' }),
      ),
    ),
  )
