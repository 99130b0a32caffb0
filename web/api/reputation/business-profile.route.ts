import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { publicBusiness } from '../../../projections/accounts.ts'
import { refuse } from '../../../application/use-case.ts'
import { calls } from '../../contract/calls.ts'
import { businessAnswer } from '../answers/user.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'

export const businessProfileRoute = (hall: Hall) =>
  reading(calls.businessProfile, ({ params }) =>
    pipe(
      asked(() => publicBusiness(hall.db, params.id)),
      TE.filterOrElse(
        (business) => business !== null,
        () => refuse({ type: 'TargetUnknown' }),
      ),
      TE.map(businessAnswer),
    ),
  )
