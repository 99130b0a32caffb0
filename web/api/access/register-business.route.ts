import { registerBusiness } from '../../../application/access/register.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'
import { signedIn } from './signed-in.ts'

export const registerBusinessRoute = (hall: Hall) =>
  route(calls.registerBusiness, ({ body, asker, signIn: begin }) => {
    const { theForkRating, ref, province, phone, businessPhoto, businessType, ...rest } = body
    const business = {
      ...rest,
      businessType,
      phone: phone ?? null,
      province: province ?? null,
      businessPhoto: businessPhoto ?? null,
      theForkTenths: typeof theForkRating === 'number' ? Math.round(theForkRating * 10) : null,
      referral: ref ?? null,
    }
    return pipe(
      registerBusiness(hall.doors)(business, asker.correlationId),
      TE.flatMap(({ accountId, position }) => signedIn(hall, accountId, position, begin)),
      TE.map(({ user, position }) => ({ answer: { user }, position })),
    )
  })
