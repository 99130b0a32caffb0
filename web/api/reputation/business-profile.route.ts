import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { publicBusiness } from '../../../projections/accounts.ts'
import { disputesOfVenue } from '../../../projections/venue-disputes.ts'
import { refuse } from '../../../application/use-case.ts'
import { calls } from '../../contract/calls.ts'
import { businessAnswer, disputeRecordAnswer } from '../answers/user.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'

export const businessProfileRoute = ({ db }: Hall) =>
  reading(calls.businessProfile, ({ params: { id } }) =>
    pipe(
      asked(async () => {
        const business = await publicBusiness(db, id)
        if (business === null) return null
        return { ...businessAnswer(business), disputes: disputeRecordAnswer(await disputesOfVenue(db, id)) }
      }),
      TE.filterOrElse(
        (profile) => profile !== null,
        () => refuse({ type: 'TargetUnknown' }),
      ),
    ),
  )
